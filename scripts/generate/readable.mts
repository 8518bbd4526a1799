// A page of a code as people read it: each example says what it shows, and the settings that it needs, which only tests see in the source.

/** Names of servers, by the target that an example asks for. */
const SERVERS = new Map([["cassandra-4.0", "Cassandra 4.0"], ["cassandra-4.1", "Cassandra 4.1"], ["cassandra-5.0", "Cassandra 5.0"], ["scylla", "ScyllaDB"]]);

/** The page with a caption above each example that no sentence leads to. The examples are called `sql`: Markdown viewers have no colours for CQL. */
export function readable(page: string): string {
  return page.replace(/^```cql([^\n]*)\n([\s\S]*?)^```$/gm, (_block, info: string, text: string, at: number) => {
    const caption = page.slice(0, at).trimEnd().endsWith(":") ? "" : `${captionOf(info.trim().split(/\s+/), text)}\n\n`;
    return `${caption}\`\`\`sql\n${text}\`\`\``;
  })
    .replace(/^```\n\*\*/gm, "```\n\n**");
}

function captionOf(words: readonly string[], text: string): string {
  const what = words.includes("schema") ? "Given" : words.includes("after") ? "After the fix" : /^--\s.*\^ error\[/m.test(text) ? "Refused" : /^--\s.*\^ \w+\[/m.test(text) ? "Reported" : "Fine";
  const servers = words.flatMap((word) => /^dialect=(.*)$/.exec(word)?.slice(1) ?? []).map((target) => SERVERS.get(target) ?? target);
  const settings = words.flatMap((word) => (word === "complete" ? ["`schema.complete: true`"] : word.startsWith("server.") ? [`\`${word.slice("server.".length).replace("=", ": ")}\``] : []));
  const by = servers.length === 0 ? "" : what === "Refused" ? ` by ${servers.join(" and ")}` : ` for ${servers.join(" and ")}`;
  return `**${what}**${by}${settings.length === 0 ? "" : `${by === "" ? "" : ","} with ${settings.join(", ")}`}:`;
}

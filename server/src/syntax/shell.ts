import type { Constant, QualifiedName, Shell } from "./ast";
import * as t from "./tokens";
import type { Token } from "./tokens";

/** The commands of cqlsh by their first word (section 10), DESCRIBE and USE apart: those the server answers. */
const COMMANDS: ReadonlySet<string> = new Set([
  "help", "consistency", "serial", "show", "source", "capture", "copy", "login", "tracing", "expand", "paging", "elapsed", "history", "clear", "cls", "exit", "quit", "debug",
]);

/** Whether a word (lower case) begins a command of cqlsh that ends at its line's end; COPY ends at its `;`. */
export function endsAtNewline(word: string): boolean {
  return word !== "copy" && (COMMANDS.has(word) || word === "describe" || word === "desc");
}

/** The cqlsh command that these tokens spell, if any. */
export function shellCommand(tokens: readonly Token[]): Shell | undefined {
  const first = tokens[0];
  if (first === undefined) return undefined;
  const command = first.tokenType === t.Question ? "?" : first.image.toLowerCase();
  if (command !== "?" && !COMMANDS.has(command)) return undefined;
  const second = tokens[1];
  const range = { start: first.startOffset, end: (tokens[tokens.length - 1] as Token).end };
  return {
    kind: "shell", range, head: { start: first.startOffset, end: first.end }, markers: [], command,
    argument: second?.tokenType === t.StringLiteral ? fileName(second) : undefined,
    table: command === "copy" ? copiedTable(tokens) : undefined,
  };
}

function fileName(token: Token): Constant {
  return { kind: "constant", type: "string", value: token.image.slice(1, -1).replaceAll("''", "'"), range: { start: token.startOffset, end: token.end } };
}

function copiedTable(tokens: readonly Token[]): QualifiedName | undefined {
  const [, first, dot, second] = tokens;
  const name = nameOf(first);
  if (name === undefined) return undefined;
  const last = dot?.tokenType === t.Dot ? nameOf(second) : undefined;
  return last === undefined ? { name, range: name.range } : { keyspace: name, name: last, range: { start: name.range.start, end: last.range.end } };
}

function nameOf(token: Token | undefined): QualifiedName["name"] | undefined {
  if (token?.tokenType.CATEGORIES?.includes(t.Name) !== true) return undefined;
  const quoted = token.tokenType === t.QuotedName;
  return { value: quoted ? token.image.slice(1, -1).replaceAll('""', '"') : token.image.toLowerCase(), quoted, range: { start: token.startOffset, end: token.end } };
}

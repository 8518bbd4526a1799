import { displayName, nativeFunctions, nativeElsewhere } from "../../dialect/functions";
import type { NativeFunction } from "../../dialect/functions";
import type { Target } from "../../dialect/target";

/** How many signatures are shown; arithmetic and the aggregates have one for each type. */
const SHOWN = 4;

/** The parameters of functions whose types follow from the call. */
const INFERRED: Readonly<Record<NonNullable<NativeFunction["factory"]>, string>> = {
  "to-json": "(any): text", "from-json": "(text): any", "map-keys": "(map<k, v>): set<k>", "map-values": "(map<k, v>): list<v>",
  "collection-count": "(collection): int", "collection-extreme": "(collection<t>): t", "collection-number": "(collection of numbers): number",
  "mask-same": "(any): the same type", "mask-replace": "(any, replacement): the same type", "mask-part": "(text, int, int[, text]): text", "mask-hash": "(any[, algorithm]): blob",
  similarity: "(vector<float, n>, vector<float, n>): float", extreme: "(any): the same type", "set-intersection": "(set<t>, set<t>): set<t>",
};

/** What people should know before they use a function; by the name that all spellings share. */
const NOTES: Readonly<Record<string, string>> = {
  now: "A new timeuuid at each call: two calls in one statement differ, and a retry writes another row.",
  uuid: "A new random uuid at each call; a retry writes another row.",
  to_date: "The day in UTC.",
  to_timestamp: "The moment of a timeuuid, or the beginning of a day, in UTC.",
  to_unix_timestamp: "Milliseconds since 1970.",
  min_timeuuid: "The smallest timeuuid of that moment: for the lower end of a range over a timeuuid column. It is no identifier.",
  max_timeuuid: "The greatest timeuuid of that moment: for the upper end of a range over a timeuuid column. It is no identifier.",
  count: "Counts values that are not null. Without a partition key it reads the whole cluster.",
  count_rows: "Counts rows. Without a partition key it reads the whole cluster.",
};

/** The signatures of a native function and what to know of it; undefined for a name that no target has. `name` is as the parser folds it. */
export function functionText(name: string, target: Target): string | undefined {
  if (name === "token") return "```cql\ntoken(partition key columns): bigint\n```\n\nThe hash that places a partition on the ring; all columns of the partition key, in their order.";
  const found = nativeFunctions(target).get(name);
  if (found === undefined) {
    const elsewhere = nativeElsewhere(name, target);
    if (elsewhere === undefined) return undefined;
    return `**${displayName(name)}** does not exist in ${target}.${elsewhere.instead === undefined ? "" : ` Write \`${elsewhere.instead}\` instead.`}`;
  }
  const shownName = displayName(name);
  const signatures = found.factory === undefined
    ? found.signatures.slice(0, SHOWN).map(({ parameters, returns }) => `${shownName}(${parameters.join(", ")}): ${returns}`)
    : [`${shownName}${INFERRED[found.factory]}`];
  const more = found.factory === undefined && found.signatures.length > SHOWN ? [`-- and ${found.signatures.length - SHOWN} more, one for each type`] : [];
  const note = NOTES[found.computes] ?? (found.aggregate ? "An aggregate: one answer for all rows read, or for each group." : undefined);
  return [`\`\`\`cql\n${[...signatures, ...more].join("\n")}\n\`\`\``, ...(note === undefined ? [] : [note])].join("\n\n");
}

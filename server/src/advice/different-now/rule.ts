import { changingCall } from "../../check/terms/changing-call";
import { quoteName } from "../../syntax/print";
import type { Insert } from "../../syntax/ast";
import type { AdviceFinding, AdviceStatement } from "../rule";
import { defineRule } from "../rule";

/** M27: two INSERTs of one fact that each make up its identity. */
export default defineRule({
  name: "different-now",
  severity: "warning",
  recommended: true,
  find: (statements) => {
    const found: AdviceFinding[] = [];
    let before: readonly Insert[] = [];
    statements.forEach((request, statement) => {
      const inserts = insertsOf(request);
      if (inserts === undefined) return;
      inserts.forEach((insert, i) => {
        const earlier = [...(inserts.length > 1 ? [] : before), ...inserts.slice(0, i)];
        found.push(...findingsOf(insert, earlier).map((finding) => ({ ...finding, statement })));
      });
      before = inserts;
    });
    return found;
  },
});

const MAKES_VALUES = /(?:now|uuid)\s*\(/i;

const NONE: readonly Insert[] = [];

/** Kept by statement, since every write of a file is asked after every edit. */
const known = new WeakMap<AdviceStatement, readonly Insert[]>();

/** The INSERTs of a statement that may make up values; none of another write, and undefined for what stands between statements. */
function insertsOf(written: AdviceStatement): readonly Insert[] | undefined {
  if (written.kind === "empty" || written.kind === "select") return undefined;
  if (written.judgement.verdict === "reject" || !MAKES_VALUES.test(written.text)) return NONE;
  let inserts = known.get(written);
  if (inserts === undefined) known.set(written, inserts = readInserts(written));
  return inserts;
}

function readInserts(written: AdviceStatement): readonly Insert[] {
  const { statement } = written.parsed;
  const members = statement.kind === "batch" ? statement.statements : [statement];
  return members.filter((member): member is Insert => member.kind === "insert" && member.json === undefined);
}

function findingsOf(insert: Insert, earlier: readonly Insert[]): readonly Omit<AdviceFinding, "statement">[] {
  return insert.columns.flatMap((name, i) => {
    const value = insert.values[i];
    const call = value === undefined ? undefined : identityCall(value);
    if (value === undefined || call === undefined) return [];
    const sibling = earlier.find((other) => isSibling(insert, other) && other.columns.some((column, place) => column.value === name.value && identityCall(other.values[place]) !== undefined));
    if (sibling === undefined) return [];
    return [{
      range: value.range,
      message: `${call}() here and in the INSERT of ${sibling.table?.name.value ?? ""} give two values for "${name.value}"; compute it once and bind it to both as :${quoteName(name.value)}`,
      why: "Each call gives another value, so the two tables hold one fact under two identities, and neither finds the other.",
    }];
  });
}

/** The call that makes up an identity: now() or uuid() as the whole value. */
function identityCall(value: Insert["values"][number] | undefined): string | undefined {
  return value?.kind === "call" && ["now", "uuid", "current_timeuuid", "currenttimeuuid"].includes(value.name.name.value) ? changingCall(value) : undefined;
}

/** Whether two INSERTs write one fact: into two tables, every column of the shorter also in the longer, and two at least beside the identity. */
function isSibling(first: Insert, second: Insert): boolean {
  if (first.table === undefined || second.table === undefined || first.table.name.value === second.table.name.value) return false;
  const [short, long] = first.columns.length <= second.columns.length ? [first, second] : [second, first];
  const names = new Set(long.columns.map(({ value }) => value));
  return short.columns.length > 2 && short.columns.every(({ value }) => names.has(value));
}

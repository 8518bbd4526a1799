/** The servers whose verdict can be asked for; `contract.md` section 2 fixes the names. */
export const TARGETS = ["cassandra-4.0", "cassandra-4.1", "cassandra-5.0", "scylla"] as const;
export type Target = (typeof TARGETS)[number];
export const DEFAULT_TARGET: Target = "cassandra-5.0";

/** Whether `text` names a target. */
export function isTarget(text: string): text is Target {
  return (TARGETS as readonly string[]).includes(text);
}

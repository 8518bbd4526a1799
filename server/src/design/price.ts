import type { PlanNote } from "./query";

/** What a plan costs, in the three figures that people compare. */
export interface Price {
  /** Partitions that one answer reads: a number, or words where the query decides. */
  readonly partitions: number | string;
  /** Who is asked. */
  readonly nodes: "replicas" | "all" | "one";
  /** Writes for one fact, the base table's own among them; words where the row decides. */
  readonly writes: number | string;
}

const ASKED = { replicas: "the replicas only", all: "every node", one: "one node" } as const;

/**
 * The note that says what a plan costs. Its first sentence has one form in all plans, so that a list of them can be compared;
 * `more` says what else there is to know.
 */
export function costNote({ partitions, nodes, writes }: Price, more = ""): PlanNote {
  const reads = partitions === 1 ? "1 partition" : typeof partitions === "number" ? `${partitions} partitions` : partitions;
  const times = writes === 1 ? "1 write per fact" : `${writes} writes per fact`;
  return { code: "cost", message: `Reads ${reads}, asks ${ASKED[nodes]}, ${times}.${more === "" ? "" : ` ${more}`}` };
}

/** The first sentence of a plan's cost note without its end: what a list of plans shows beside each. Empty where a plan has none. */
export function priceOf({ notes }: { readonly notes: readonly PlanNote[] }): string {
  const text = notes.find((note) => note.code === "cost")?.message ?? "";
  return /^(.*?)\.(?: |$)/.exec(text)?.[1] ?? text;
}

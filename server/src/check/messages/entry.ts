import type { ViolationData } from "../violation";

/** The words for one code. `message`: what is wrong, in the user's own names, then what to write. `why`: one sentence on why the server works that way. */
export interface MessageEntry {
  readonly message: (data: ViolationData) => string;
  readonly why: string | ((data: ViolationData) => string);
}
export type MessageTable = Readonly<Record<string, MessageEntry>>;

/** A datum as text: lists joined with commas, absent ones empty. */
export function show(data: ViolationData, key: string): string {
  const value = data[key];
  return value === undefined ? "" : typeof value === "object" ? value.join(", ") : String(value);
}

/** A list of names as prose: `a`, `a and b`, `a, b and c`; a single value as it is. */
export function listed(data: ViolationData, key: string): string {
  const value = data[key];
  if (typeof value !== "object") return show(data, key);
  return value.length < 2 ? value.join("") : `${value.slice(0, -1).join(", ")} and ${value[value.length - 1]}`;
}

/** `. Did you mean x?` where a near name is known. */
export function didYouMean(data: ViolationData): string {
  return data.nearest === undefined ? "" : `. Did you mean ${show(data, "nearest")}?`;
}

/** ` in keyspace x`; nothing where the name has no keyspace. */
export function inKeyspace(data: ViolationData): string {
  const keyspace = show(data, "keyspace");
  return keyspace === "" ? "" : ` in keyspace ${keyspace}`;
}

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

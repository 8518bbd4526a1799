/** Packages whose classes a server always knows, so that a class missing from our tables is sure not to be one of the kind that is wanted. */
const KNOWN_PACKAGES = ["org.apache.cassandra.", "java.", "javax."];

/**
 * The entry of a class of the server by its short or full name, with its case; "unknown" where the server surely has no such class of
 * this kind; "foreign" for a full name outside the server's own packages, which a jar beside it may hold.
 */
export function serverClass<T>(name: string, home: string, table: ReadonlyMap<string, T>): T | "unknown" | "foreign" {
  if (!name.includes(".")) return table.get(name) ?? "unknown";
  if (name.startsWith(home)) return table.get(name.slice(home.length)) ?? "unknown";
  return KNOWN_PACKAGES.some((known) => name.startsWith(known)) ? "unknown" : "foreign";
}

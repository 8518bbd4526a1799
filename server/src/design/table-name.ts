import type { Keyspace } from "../schema/model";
import { quoteName } from "../syntax/print";

/** The longest name of a table that every server takes. */
const LONGEST_NAME = 48;

/** Names of tables are letters, digits and underscores, quoted or not; columns may have others. */
function wordOf(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, "_");
}

/**
 * `<base>_by_<columns>`, cut to the length that every server takes (columns go first, then letters of the base's name), and with a number
 * where the keyspace has the name already or `isTaken` says so.
 */
export function tableName(base: string, columns: readonly string[], keyspace: Keyspace | undefined, isTaken: (name: string) => boolean): string {
  const full = shorten(wordOf(base), columns.map(wordOf), LONGEST_NAME);
  const free = (name: string): boolean => !isTaken(name) && keyspace?.tables.has(name) !== true;
  if (free(full)) return full;
  for (let number = 2; ; number += 1) {
    const suffix = `_${number}`;
    const name = shorten(wordOf(base), columns.map(wordOf), LONGEST_NAME - suffix.length) + suffix;
    if (free(name)) return name;
  }
}

function shorten(base: string, columns: readonly string[], length: number): string {
  for (let count = columns.length; count > 0; count -= 1) {
    const name = `${base}_by_${columns.slice(0, count).join("_")}`;
    if (name.length <= length) return name;
  }
  const first = columns[0] ?? "key";
  const tail = `_by_${first}`;
  return tail.length < length / 2 ? base.slice(0, length - tail.length) + tail : `${base.slice(0, length / 2)}${tail}`.slice(0, length);
}

/** A table's name as it is written: with its keyspace where it has a named one, quoted where needed. */
export function qualified(keyspace: string, name: string): string {
  return keyspace === "" ? quoteName(name) : `${quoteName(keyspace)}.${quoteName(name)}`;
}

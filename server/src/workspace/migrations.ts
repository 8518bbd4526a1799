/** Versioned migrations, told from their file names (contract.md section 7). */

/** What a file's name says about when it runs. */
export type FileOrder =
  /** Runs after all lower versions of the same folder. */
  | { readonly kind: "versioned"; readonly chain: string; readonly version: readonly string[]; readonly name: string }
  /** Takes a migration back, or clears everything away: counts for nothing. */
  | { readonly kind: "undo" }
  | { readonly kind: "unversioned" };

const UNDO_VERSION = /^u\d+(?:[._]\d+)*__/i;
const UNDO_ENDING = /(?:^|[-_.])(?:down|undo|rollback|revert)\.cql$/i;
const TEARDOWN = /^(?:tear[-_]?down|clean[-_]?up|drop|destroy|undo|rollback|down)(?:[-_.]|$)|[-_.](?:tear[-_]?down|clean[-_]?up)\.cql$/i;
/** `V1_2__name`, where the underscore inside a version is one too. */
const DOUBLE_UNDERSCORE = /^(v)(\d+(?:[._]\d+)*)(__)/i;
/** `001_name`, `V2-name`, `2024-05-01_name`, `1.2.cql`, `v3.x1.0.cql`. */
const NUMBERED = /^(v?)(\d+(?:[-.][a-z]?\d+)*)([-_. ]|$)/i;

/** When the file at `uri` runs, from its name, or its folder's where the file is called `up.cql`. */
export function fileOrder(uri: string): FileOrder {
  const { folder, name } = splitUri(uri);
  if (UNDO_VERSION.test(name) || UNDO_ENDING.test(name)) return { kind: "undo" };
  const version = versionOf(name);
  if (version !== undefined) return { kind: "versioned", chain: folder, version: version.parts, name };
  if (/^up\.cql$/i.test(name)) {
    const parent = splitUri(folder);
    const parentVersion = versionOf(parent.name);
    if (parentVersion !== undefined) return { kind: "versioned", chain: parent.folder, version: parentVersion.parts, name: parent.name };
  }
  return TEARDOWN.test(name) ? { kind: "undo" } : { kind: "unversioned" };
}

function splitUri(uri: string): { readonly folder: string; readonly name: string } {
  const slash = uri.lastIndexOf("/");
  return { folder: uri.slice(0, Math.max(slash, 0)), name: decode(uri.slice(slash + 1)) };
}

/** Percent-decoding that leaves a malformed name as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface VersionName {
  readonly prefix: string;
  readonly version: string;
  readonly separator: string;
  readonly parts: readonly string[];
  readonly rest: string;
}

function versionOf(name: string): VersionName | undefined {
  const match = DOUBLE_UNDERSCORE.exec(name) ?? NUMBERED.exec(name);
  if (match === null) return undefined;
  const [whole, prefix = "", version = "", separator = ""] = match;
  return { prefix, version, separator, parts: version.split(/[-._]/), rest: name.slice(whole.length) };
}

/** Natural order of two versioned files: those without a `v` first (`019_a` before `v2.0.0`), by number, component by component, then by name. */
export function compareVersions(a: Extract<FileOrder, { readonly kind: "versioned" }>, b: Extract<FileOrder, { readonly kind: "versioned" }>): number {
  const prefixed = Number(/^v/i.test(a.name)) - Number(/^v/i.test(b.name));
  if (prefixed !== 0) return prefixed;
  for (let i = 0; i < Math.max(a.version.length, b.version.length); i++) {
    const difference = compareComponents(a.version[i] ?? "", b.version[i] ?? "");
    if (difference !== 0) return difference;
  }
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** Components of versions: numbers, and behind all of them those that begin with a letter. */
function compareComponents(a: string, b: string): number {
  const first = letterOf(a), second = letterOf(b);
  if (first !== second) return first < second ? -1 : 1;
  return compareNumbers(a.slice(first.length), b.slice(second.length));
}

function letterOf(component: string): string {
  return /^[a-z]/i.exec(component)?.[0].toLowerCase() ?? "";
}

/** Digits as numbers of any length: a timestamp may have more of them than a number holds exactly. */
function compareNumbers(a: string, b: string): number {
  const first = a.replace(/^0+/, "");
  const second = b.replace(/^0+/, "");
  if (first.length !== second.length) return first.length - second.length;
  return first < second ? -1 : first > second ? 1 : 0;
}

/**
 * The URI of the next free version beside the migration at `uri`: the highest version among `uris` of its folder, its last number
 * raised by one with the same padding, named in the same manner. Undefined for a file that is no migration.
 */
export function nextMigration(uri: string, uris: Iterable<string>, description: string): string | undefined {
  const own = fileOrder(uri);
  if (own.kind !== "versioned") return undefined;
  const { folder } = splitUri(uri);
  let last = own;
  for (const other of uris) {
    const order = fileOrder(other);
    if (order.kind === "versioned" && order.chain === own.chain && splitUri(other).folder === folder && compareVersions(order, last) > 0) last = order;
  }
  const version = versionOf(last.name);
  if (version === undefined || folder !== own.chain) return undefined;
  const ending = /\.up\.cql$/i.test(last.name) ? ".up.cql" : ".cql";
  const slug = description.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "");
  const separator = version.separator === "" || version.separator === "." ? "_" : version.separator;
  return `${folder}/${version.prefix}${raise(version.version)}${separator}${slug === "" ? "change" : slug}${ending}`;
}

/** A version with its last number raised by one, padding kept. */
function raise(version: string): string {
  const digits = /\d+$/.exec(version)?.[0] ?? "";
  const raised = String(BigInt(digits === "" ? "0" : digits) + 1n).padStart(digits.length, "0");
  return version.slice(0, version.length - digits.length) + raised;
}

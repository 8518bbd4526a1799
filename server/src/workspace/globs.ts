/** Which files of a project make its schema: `schema.include` and `schema.exclude`, globs relative to the project's folder. */
import picomatch from "picomatch/posix";
import type { Settings } from "../features/settings";

/** Tells whether a file's definitions count for the project. Without a folder, or without patterns, all do. */
export function schemaFilter(root: string | undefined, schema: Settings["schema"]): (uri: string) => boolean {
  const included = schema.include === undefined || schema.include.length === 0 ? undefined : matcher(schema.include);
  const excluded = schema.exclude.length === 0 ? undefined : matcher(schema.exclude);
  return (uri) => {
    const path = relativePath(root, uri);
    return (included === undefined || included(path)) && (excluded === undefined || !excluded(path));
  };
}

function matcher(patterns: readonly string[]): (path: string) => boolean {
  // `./db/*.cql` and `db/` mean what they say everywhere else.
  return picomatch(patterns.map((pattern) => pattern.replace(/^\.\//, "").replace(/\/$/, "/**")), { dot: true });
}

/** A file's path below the project's folder, without percent-encoding. */
function relativePath(root: string | undefined, uri: string): string {
  const path = root !== undefined && uri.startsWith(`${root}/`) ? uri.slice(root.length + 1) : uri.replace(/^[a-z][a-z0-9+.-]*:\/*/i, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

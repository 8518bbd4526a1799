/** What the language server needs of the machine it runs on. The Node host reads folders; a browser host may read none. */

/** A file's text, or one plain line on why there is none; `absent` where there is no file at all. */
export type FileContent =
  | { readonly kind: "text"; readonly text: string; readonly bom?: boolean }
  | { readonly kind: "unreadable"; readonly reason: string; readonly absent?: true };

/** What a scan of a folder found; URIs in the host's canonical spelling, sorted. */
export interface FolderContent {
  /** `.cql` files, those that `.gitignore` names left out. */
  readonly files: readonly string[];
  /** `cqlwright.json` files. */
  readonly configs: readonly string[];
}

export interface Host {
  /** The one spelling of a URI under which a file is known here; clients escape the same path in several ways. */
  readonly canonical: (uri: string) => string;
  readonly read: (uri: string) => Promise<FileContent>;
  /** The URI of a path that settings in `folder` name, relative to it or absolute; undefined where the host knows no paths. */
  readonly resolve: (folder: string, path: string) => string | undefined;
  readonly scan: (folder: string) => Promise<FolderContent>;
  /** Whether scans leave this `.cql` file out: `.gitignore` says so, or a folder that is never entered. */
  readonly isIgnored: (folder: string, file: string) => Promise<boolean>;
  /** The `cqlwright.json` in the nearest folder above (or at) `folder`. */
  readonly configAbove: (folder: string) => Promise<string | undefined>;
  /** Whether edits of the file can be saved; true for what does not exist yet, and for documents that lie in no file. */
  readonly isWritable: (uri: string) => boolean;
}

/** The folder of a file: its URI without the last part and without a trailing slash. */
export function folderOf(uri: string): string {
  return uri.slice(0, Math.max(uri.lastIndexOf("/"), 0));
}

/** Whether `uri` lies in `folder` (no trailing slash) or below it. */
export function isBelow(folder: string, uri: string): boolean {
  return uri.length > folder.length && uri.startsWith(folder) && uri.charAt(folder.length) === "/";
}

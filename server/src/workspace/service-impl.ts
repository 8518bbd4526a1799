import type { CqlService } from "./service";

/** The object behind the language server and the command line; see service.ts. */
export function createCqlService(): CqlService {
  return {
    setProject: () => undefined, removeProject: () => undefined, setFile: () => undefined, editFile: () => undefined, removeFile: () => undefined,
    files: () => [], text: () => undefined,
    check: (uri) => ({ uri, target: "cassandra-5.0", statements: [], diagnostics: [] }),
    hover: () => undefined, actions: () => [], fixes: () => [], explain: () => [], design: () => [],
    schema: () => ({ keyspaces: new Map(), droppedKeyspaces: new Set(), roles: new Set(), complete: false }),
    definition: () => undefined, takeStale: () => [],
  };
}

/** Makes a disagreement small: fewer definitions, fewer parts of the statement, as long as our verdict and the server's still differ in the same way. */
import type { World } from "../../conformance/world";

const MOST_QUESTIONS = 60;

/** A world with one statement, or with definitions of which the last one is in dispute. */
export interface Dispute {
  readonly definitions: readonly string[];
  readonly statement: string;
}

/** `differs` asks both sides about a smaller dispute. Every step is a question to a server, so their number is bounded. */
export async function shrink(dispute: Dispute, differs: (dispute: Dispute) => Promise<boolean>): Promise<Dispute> {
  let best = dispute;
  let left = MOST_QUESTIONS;
  const tryOut = async (candidate: Dispute): Promise<boolean> => {
    if (left <= 0) return false;
    left--;
    if (!(await differs(candidate))) return false;
    best = candidate;
    return true;
  };
  for (let i = best.definitions.length - 1; i >= 0; i--) await tryOut({ ...best, definitions: best.definitions.filter((_, at) => at !== i) });
  for (const separator of ["; ", " AND ", ", "]) {
    for (let i = best.statement.split(separator).length - 1; i >= 0; i--) await tryOut({ ...best, statement: without(best.statement, separator, i) });
  }
  for (let d = 0; d < best.definitions.length; d++) {
    for (let i = (best.definitions[d] ?? "").split(", ").length - 1; i > 0; i--) {
      await tryOut({ ...best, definitions: best.definitions.map((text, at) => (at === d ? without(text, ", ", i) : text)) });
    }
  }
  return best;
}

function without(text: string, separator: string, part: number): string {
  return text.split(separator).filter((_, i) => i !== part).join(separator);
}

/** The dispute as a world of one statement; a definition is judged as the last of the definitions. */
export function worldOf({ definitions, statement }: Dispute, name: string, isDefinition: boolean): World {
  const ddl = definitions.map((cql) => ({ cql }));
  return isDefinition ? { world: name, ddl: [...ddl, { cql: statement }] } : { world: name, ddl, stmts: [{ cql: statement }] };
}

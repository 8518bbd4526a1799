// A copy of examples/ to work on, with the files of other languages that the suite wants to see left alone.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../..");

/** Copies examples/ to `folder` and adds what only tests need. Returns the folder. */
export function copyExamples(folder) {
  cpSync(path.join(root, "examples"), folder, { recursive: true });
  const other = path.join(folder, "other");
  mkdirSync(other, { recursive: true });
  writeFileSync(path.join(other, "graph.cql"), 'MATCH (p:Person)-[:KNOWS]->(f:Person)\nWHERE p.name = "Ann"\nRETURN f.name;\n');
  writeFileSync(path.join(other, "measure.cql"), "library Example version '1.0.0'\nusing FHIR version '4.0.1'\ncontext Patient\ndefine \"Adult\": AgeInYears() >= 18\n");
  writeFileSync(path.join(other, "broken.cql"), Buffer.from([0x53, 0x45, 0x4c, 0xff, 0xfe, 0x0a]));
  return folder;
}

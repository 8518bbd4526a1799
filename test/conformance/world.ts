/** Worlds: a schema and statements with a real server's verdict on each. The data files lie in data/ and in test/fuzz/fixtures. */
import { readFileSync } from "node:fs";

/** `v`: the class of the refusal, or "ok"; `at`: where the answer came; `k`: a hash of the message, equal for equal kinds of refusal. */
export interface Verdict {
  readonly cql: string;
  readonly v?: string;
  readonly at?: "prepare" | "execute";
  readonly k?: string;
  readonly m?: string;
  /** The server's warnings. */
  readonly w?: readonly string[];
}

export interface World {
  readonly world: string;
  /** The keyspace in use; `world` where it is missing. */
  readonly use?: string;
  /** Run first; creates and uses the keyspace where it is missing. */
  readonly pre?: readonly string[];
  readonly ddl: readonly Verdict[];
  readonly stmts?: readonly Verdict[];
}

/** The worlds of a file with one JSON object a line; throws for anything else. */
export function readWorlds(file: string): World[] {
  return readFileSync(file, "utf8").split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as World);
}

/** What runs before a world's definitions. */
export function preludeOf(world: World): readonly string[] {
  const keyspace = world.use ?? world.world;
  return world.pre ?? [`CREATE KEYSPACE ${keyspace} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`, `USE ${keyspace}`];
}

/** The statement's kind for tables of figures: "select", "create table", … */
export function kindOf(cql: string): string {
  const text = cql.replace(/\/\*[^]*?\*\/|--[^\n]*\n|\/\/[^\n]*\n/g, " ").trim();
  const first = (/^[A-Za-z]+/.exec(text)?.[0] ?? "?").toLowerCase();
  const second = /^(?:create|alter|drop)\s+(\w+)/i.exec(text)?.[1];
  return second === undefined ? first : `${first} ${second.toLowerCase()}`;
}

/** What a command line says (contract.md section 6). */
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { isTarget, TARGETS, type Target } from "../dialect/target";

export const COMMANDS = ["check", "explain", "design", "schema", "lsp"] as const;
export type Command = (typeof COMMANDS)[number];
export const FORMATS = { check: ["text", "json", "sarif", "github", "junit"], explain: ["text", "json"], design: ["text", "json"], schema: ["cql", "json"], lsp: [] } as const;

export interface Options {
  readonly command: Command;
  readonly paths: readonly string[];
  readonly target?: Target;
  readonly schema: readonly string[];
  readonly isolated: boolean;
  readonly config?: string;
  readonly format: string;
  readonly color: "auto" | "always" | "never";
  readonly quiet: boolean;
  readonly maxWarnings?: number;
  /** check: how many threads; undefined: as many as the machine has and the text is worth. */
  readonly threads?: number;
  readonly fix: boolean;
  readonly all: boolean;
  /** design: the fewest tables for all queries. */
  readonly project: boolean;
}

/** A command line that cannot be understood; the message is for the user. */
export class UsageError extends Error {}

const COMMON: ParseArgsOptionsConfig = {
  target: { type: "string" }, schema: { type: "string", multiple: true }, isolated: { type: "boolean" }, config: { type: "string" },
  format: { type: "string" }, color: { type: "string" }, "no-color": { type: "boolean" }, quiet: { type: "boolean" }, help: { type: "boolean", short: "h" },
};
const OWN: Readonly<Record<Command, ParseArgsOptionsConfig>> = {
  check: { "max-warnings": { type: "string" }, threads: { type: "string" }, fix: { type: "boolean" } }, explain: {}, design: { all: { type: "boolean" }, project: { type: "boolean" } }, schema: {}, lsp: { stdio: { type: "boolean" } },
};

export const HELP = `cqlwright: what a Cassandra or ScyllaDB server would refuse, why, and the table that a query needs

  cqlwright check   [PATHS…]   problems of files and folders; exit 1 where the server would refuse something
  cqlwright explain [PATHS…]   how each statement would run: routing, partitions, slice, index, filtering
  cqlwright design  [PATHS…]   for each SELECT that is refused or needs filtering: the table that answers it
  cqlwright schema  [PATHS…]   the keyspace model that the files define
  cqlwright lsp --stdio        the language server

PATHS are files, folders (all .cql below, .gitignore respected), globs, or - for standard input; none: this folder.

  --target T          ${TARGETS.join(", ")}
  --schema PATH       definitions that are read before everything else; may be given several times
  --isolated          each file is a project of its own
  --config FILE       settings; where it lies elsewhere only its server switches and schema.complete apply
  --format F          check: ${FORMATS.check.join(", ")}; explain, design: text, json; schema: cql, json
  --fix               check: apply the safe fixes
  --max-warnings N    check: exit 1 for more than N warnings
  --threads N         check: on N threads; without it as many as the machine has and the files are worth
  --all               design: every SELECT, not only those that are refused or filter
  --project           design: the fewest tables for all queries of the project, and who reads and writes what
  --color WHEN        auto, always, never (also --no-color)
  --quiet             check: errors only
  --help, --version

Exit status: 0 no error, 1 the server would refuse something, 2 usage or a file that could not be read.
`;

/** Reads the arguments behind the program's name; throws `UsageError`. "help" and "version" are answers of their own. */
export function readOptions(args: readonly string[]): Options | "help" | "version" {
  const [first, ...rest] = args;
  if (first === undefined || first === "help" || first === "--help" || first === "-h") return "help";
  if (first === "--version" || first === "-v") return "version";
  if (!isCommand(first)) throw new UsageError(`"${first}" is not a command: ${COMMANDS.join(", ")}`);
  const { values, positionals } = parse(first, rest);
  if (values.help === true) return "help";
  const text = (name: string) => values[name] as string | undefined;
  const target = text("target");
  if (target !== undefined && !isTarget(target)) throw new UsageError(`--target is one of ${TARGETS.join(", ")}`);
  const formats: readonly string[] = FORMATS[first];
  const format = text("format") ?? formats[0] ?? "";
  if (first !== "lsp" && !formats.includes(format)) throw new UsageError(`--format of ${first} is one of ${formats.join(", ")}`);
  const color = values["no-color"] === true ? "never" : text("color") ?? "auto";
  if (color !== "auto" && color !== "always" && color !== "never") throw new UsageError("--color is auto, always or never");
  const maxWarnings = text("max-warnings");
  if (maxWarnings !== undefined && !/^\d+$/.test(maxWarnings)) throw new UsageError("--max-warnings takes a number");
  const threads = text("threads");
  if (threads !== undefined && !/^[1-9]\d{0,2}$/.test(threads)) throw new UsageError("--threads takes a number from 1");
  const config = text("config");
  return {
    command: first, paths: positionals, schema: (values.schema as string[] | undefined) ?? [], isolated: values.isolated === true, format, color, quiet: values.quiet === true, fix: values.fix === true, all: values.all === true, project: values.project === true,
    ...(target === undefined ? {} : { target }), ...(config === undefined ? {} : { config }), ...(maxWarnings === undefined ? {} : { maxWarnings: Number(maxWarnings) }), ...(threads === undefined ? {} : { threads: Number(threads) }),
  };
}

function isCommand(text: string): text is Command {
  return (COMMANDS as readonly string[]).includes(text);
}

function parse(command: Command, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...COMMON, ...OWN[command] } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split(". ")[0] ?? error.message) : String(error));
  }
}

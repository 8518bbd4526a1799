import { NAME_LIMITS } from "../../dialect/definition";
import { SYSTEM_KEYSPACES } from "../../dialect/system-keyspaces";
import { findKeyspace, keyspaceOf } from "../../schema/find";
import type { Keyspace, Table } from "../../schema/model";
import { UNNAMED_KEYSPACE } from "../../schema/model";
import type { Name, QualifiedName } from "../../syntax/ast";
import type { Range } from "../../text/range";
import type { CheckContext } from "../judgement";
import { suggestion } from "../names";
import { violate } from "../violate";
import type { Finding, Unjudged, Violation } from "../violation";
import type { Halt } from "./steps";
import { CONTENT, refuse } from "./steps";

/** Where a definition takes place: the keyspace that its name lies in, known or not. */
export interface Place {
  readonly keyspace: string;
  readonly range: Range;
  /** The model of it; undefined when nothing is known of such a keyspace. */
  readonly model: Keyspace | undefined;
}

/** How an object that is not there is to be judged (contract.md section 4). */
type Absence = { readonly absent: "sure"; readonly finding: Violation } | { readonly absent: "unknown"; readonly finding: Unjudged };

/** What the server does to a name in a keyspace of its own: `permission` is asked first for most statements, and says so first (D-NAM-8, D-NAM-9). */
type Protection = "permission" | "alter-keyspace" | "alter-type" | "none";

/** The place of a name; a refusal where no keyspace is chosen (D-NAM-6). */
export function placeOf(name: QualifiedName, context: CheckContext): Place | Violation {
  const keyspace = keyspaceOf(context.schema, context.keyspace, name);
  if (keyspace === undefined) return violate("no-keyspace", name.range, { name: name.name.value });
  return { keyspace, range: (name.keyspace ?? name.name).range, model: findKeyspace(context.schema, keyspace) };
}

/** The place that a keyspace's own name is. */
export function placeOfKeyspace(name: Name, context: CheckContext): Place {
  return { keyspace: name.value, range: name.range, model: findKeyspace(context.schema, name.value) };
}

const WORD = /^\w+$/;

/** What is refused about the keyspace before the statement is looked at: the server's own keyspaces and bad names (D-NAM-1, D-NAM-8, D-NAM-9, D-NAM-10, D-NAM-11). */
export function checkPlace(place: Place, context: CheckContext, protection: Protection): Finding {
  const { keyspace, range } = place;
  const system = SYSTEM_KEYSPACES[context.target];
  const isVirtual = system.virtual.has(keyspace);
  if (protection !== "none") {
    const guarded = system.local.has(keyspace) || (isVirtual && system.virtualUnauthorized)
      || (system.replicated.has(keyspace) && (protection === "permission" || (protection === "alter-type" && system.typesArePartOfTables)));
    if (guarded) return refuse("system-keyspace", range, { keyspace }, { errorClass: "unauthorized" });
  }
  if (system.local.has(keyspace)) return refuse("system-keyspace", range, { keyspace });
  if (isVirtual) return refuse("virtual-keyspace", range, { keyspace });
  if (keyspace !== UNNAMED_KEYSPACE && !(WORD.test(keyspace) && keyspace.length <= NAME_LIMITS[context.target].keyspace)) return refuse("bad-keyspace-name", range, { keyspace });
  return undefined;
}

/** The keyspace does not exist, or is not known (D-NAM-7); undefined where the project creates it. */
export function absentKeyspace(place: Place, context: CheckContext): Absence | undefined {
  const { keyspace, range, model } = place;
  const { schema } = context;
  if (model?.doubt !== undefined) return { absent: "unknown", finding: { unjudged: `the definition of keyspace ${keyspace} is not sure` } };
  if (keyspace === UNNAMED_KEYSPACE) return undefined;
  if (model === undefined && (schema.complete || schema.droppedKeyspaces.has(keyspace))) {
    return { absent: "sure", finding: refuse("unknown-keyspace", range, { keyspace, ...suggestion(keyspace, schema.keyspaces.keys()) }) };
  }
  if (model === undefined || !model.created) return { absent: "unknown", finding: { unjudged: `no file creates keyspace ${keyspace}` } };
  return undefined;
}

/** What a step says about an absent keyspace: the refusal, or why it is not judged. */
export function requireKeyspace(place: Place, context: CheckContext): Finding {
  return absentKeyspace(place, context)?.finding;
}

/** What is absent, for the words of messages. */
export interface Missing {
  readonly code: "unknown-table" | "unknown-view" | "unknown-type" | "unknown-index" | "unknown-function" | "unknown-aggregate";
  readonly name: Name;
  /** Names of that kind that are known. */
  readonly known: Iterable<string>;
}

/** Why an object is not there: refused where that is sure, else a reason not to judge with the nearest known name. */
export function absentObject(place: Place, missing: Missing, context: CheckContext): Absence {
  const { model } = place;
  const home = absentKeyspace(place, context);
  if (home?.absent === "sure") return home;
  const { code, name } = missing;
  const near = suggestion(name.value, missing.known);
  if (context.schema.complete || model?.system === true || model?.dropped.has(name.value) === true) {
    const kind = code.slice("unknown-".length);
    return { absent: "sure", finding: refuse(code, name.range, { [kind]: name.value, keyspace: place.keyspace, ...near }) };
  }
  if (model === undefined || model.doubt !== undefined || model.partial === true || model.tables.size === 0) {
    return { absent: "unknown", finding: home?.finding ?? { unjudged: `no file defines the tables of keyspace ${place.keyspace}` } };
  }
  // Which keyspace a name without any stands in, and so what else lies there, is not known: only a slip of the pen is worth a word.
  if (place.keyspace === UNNAMED_KEYSPACE && near.nearest === undefined) return { absent: "unknown", finding: { unjudged: `no file defines ${name.value}` } };
  const group = code === "unknown-view" ? "unknown-table" : code === "unknown-aggregate" ? "unknown-function" : code;
  return { absent: "unknown", finding: { unjudged: `no file defines ${name.value}`, unknownName: { code: group, range: name.range, name: name.value, ...near } } };
}

/**
 * The step that needs an object to exist: goes on with it; refuses or does not judge its absence; is content with IF EXISTS where the
 * absence is sure; ends where the object's own definition is not sure.
 */
export function requireObject(found: { readonly name: string; readonly doubt?: string } | undefined, place: Place, missing: Missing, context: CheckContext, ifExists: boolean): Finding | Halt {
  if (found !== undefined) {
    const doubt = doubtOf(found);
    return doubt === undefined ? undefined : { halt: doubt };
  }
  const absent = absentObject(place, missing, context);
  if (absent.absent === "sure") return ifExists ? CONTENT : absent.finding;
  // IF EXISTS says that the object may be missing, as at the top of a file that makes everything anew.
  return { halt: ifExists ? { unjudged: absent.finding.unjudged } : absent.finding };
}

/** As `requireObject`, for the table of a name. */
export function requireTable(table: Table | undefined, name: Name, place: Place, context: CheckContext, ifExists = false): Finding | Halt {
  return requireObject(table, place, { code: "unknown-table", name, known: place.model?.tables.keys() ?? [] }, context, ifExists);
}

/** The table or view of that name in a place; undefined when there is none. */
export function tableIn(place: Place, name: string): Table | undefined {
  return place.model?.tables.get(name);
}

/** A reason not to judge what depends on an object whose own definition is not sure. */
export function doubtOf(object: { readonly name: string; readonly doubt?: string }): Unjudged | undefined {
  return object.doubt === undefined ? undefined : { unjudged: `the definition of ${object.name} is not sure (${object.doubt.replaceAll("-", " ")})` };
}

/** Whether a place was found. */
export function isPlace(found: Place | Violation): found is Place {
  return "keyspace" in found;
}

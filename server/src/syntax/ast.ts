/**
 * The syntax tree: the contract between `syntax/` and all layers above it. No parser type leaves `syntax/`.
 *
 * All ranges count UTF-16 code units from the start of the *slice* (half-open), never of the file, so that a
 * parsed statement can be cached by its text and shared by every place where the same text stands.
 * A tree of half-typed text is partial: `?` fields are missing, lists hold what was read, `missing` stands for an absent term.
 */
import type { Range } from "../text/range";

/** A name as the server reads it: unquoted names folded to lower case, quotes taken off and `""` undone. */
export interface Name {
  readonly value: string;
  readonly quoted: boolean;
  readonly range: Range;
}

/** `[keyspace.]name`. */
export interface QualifiedName {
  readonly keyspace?: Name;
  readonly name: Name;
  readonly range: Range;
}

// ---- types as written -----------------------------------------------------------------------------------------

export type TypeReference =
  | { readonly kind: "native"; readonly name: string; readonly range: Range } // lower case, as written ("varchar" stays "varchar")
  | { readonly kind: "list" | "set"; readonly element: TypeReference; readonly range: Range }
  | { readonly kind: "map"; readonly key: TypeReference; readonly value: TypeReference; readonly range: Range }
  | { readonly kind: "tuple"; readonly items: readonly TypeReference[]; readonly range: Range }
  | { readonly kind: "vector"; readonly element: TypeReference; readonly dimension: string; readonly range: Range } // the integer as written
  | { readonly kind: "frozen"; readonly inner: TypeReference; readonly range: Range }
  | { readonly kind: "user"; readonly name: QualifiedName; readonly range: Range }
  | { readonly kind: "custom"; readonly className: string; readonly range: Range };

// ---- terms and selectors ----------------------------------------------------------------------------------------

export type ConstantType = "string" | "integer" | "float" | "boolean" | "uuid" | "hex" | "duration";

/**
 * A term (value side of relations, VALUES, SET, …) or a selector expression (SELECT list, GROUP BY).
 * One family serves both; in a term no `column`, `field`, `element`, `slice`, `countStar` or `writetime` occurs,
 * but for the keys of a UDT literal, which are `column`s.
 */
export type Expression =
  | Constant
  | { readonly kind: "null"; readonly range: Range }
  | Marker
  | { readonly kind: "column"; readonly name: Name; readonly range: Range }
  | { readonly kind: "call"; readonly name: QualifiedName; readonly args: readonly Expression[]; readonly range: Range }
  | { readonly kind: "countStar"; readonly range: Range } // COUNT(*)
  | { readonly kind: "writetime"; readonly name: "writetime" | "ttl" | "maxwritetime"; readonly operand: Expression; readonly range: Range }
  | { readonly kind: "cast"; readonly operand: Expression; readonly type: TypeReference; readonly range: Range }
  | { readonly kind: "hint"; readonly type: TypeReference; readonly operand: Expression; readonly range: Range } // (type) operand
  | { readonly kind: "tuple"; readonly items: readonly Expression[]; readonly range: Range } // (a), (a, b)
  | { readonly kind: "list"; readonly items: readonly Expression[]; readonly range: Range } // [a, b]: list or vector
  | { readonly kind: "set"; readonly items: readonly Expression[]; readonly range: Range } // {a, b}; {} is the empty set or map
  | { readonly kind: "map"; readonly entries: readonly MapEntry[]; readonly range: Range } // {k: v}: map, or UDT where keys are names
  | { readonly kind: "binary"; readonly operator: "+" | "-" | "*" | "/" | "%"; readonly left: Expression; readonly right: Expression; readonly range: Range }
  | { readonly kind: "negate"; readonly operand: Expression; readonly range: Range }
  | { readonly kind: "field"; readonly operand: Expression; readonly field: Name; readonly range: Range }
  | { readonly kind: "element"; readonly operand: Expression; readonly key: Expression; readonly range: Range }
  | { readonly kind: "slice"; readonly operand: Expression; readonly from?: Expression; readonly to?: Expression; readonly range: Range }
  | { readonly kind: "template"; readonly text: string; readonly range: Range } // {{ x }}, ${x}, @X@, %s: stands for what replaces it
  | { readonly kind: "missing"; readonly range: Range }; // half-typed text: nothing stands here yet

/** `value`: strings decoded (quotes off, `''` undone); everything else as written. */
export interface Constant {
  readonly kind: "constant";
  readonly type: ConstantType;
  readonly value: string;
  readonly range: Range;
}

export interface Marker {
  readonly kind: "marker";
  readonly name?: Name;
  readonly range: Range;
}

export interface MapEntry {
  readonly key: Expression;
  readonly value: Expression;
}

// ---- relations ----------------------------------------------------------------------------------------------------

export type ComparisonOperator = "=" | "<" | "<=" | ">" | ">=" | "!=";
export type RelationOperator = ComparisonOperator | "in" | "not in" | "contains" | "contains key" | "not contains" | "not contains key" | "like" | "between" | "is not null";

/** What stands right of an operator: a term; for IN a parenthesised list or a marker; for BETWEEN two terms; nothing for IS NOT NULL. */
export type RelationValue =
  | { readonly kind: "term"; readonly term: Expression }
  | { readonly kind: "list"; readonly items: readonly Expression[]; readonly range: Range } // IN ( … ), also of tuples
  | { readonly kind: "between"; readonly from: Expression; readonly to: Expression }
  | { readonly kind: "none" };

export interface Relation {
  /** column: `c op v`; entry: `c[k] op v`; token: `token(c, …) op v`; tuple: `(c, …) op v`; expr: `expr(index, v)`; call: Scylla's `f(x) op v`. */
  readonly left: RelationSubject;
  readonly operator: RelationOperator;
  readonly operatorRange: Range;
  readonly value: RelationValue;
  readonly range: Range;
}

export type RelationSubject =
  | { readonly kind: "column"; readonly column: Name; readonly range: Range }
  | { readonly kind: "entry"; readonly column: Name; readonly key: Expression; readonly range: Range }
  | { readonly kind: "token"; readonly columns: readonly Name[]; readonly range: Range }
  | { readonly kind: "tuple"; readonly columns: readonly Name[]; readonly range: Range }
  | { readonly kind: "expr"; readonly index: Name; readonly range: Range } // operator "=", value the argument
  | { readonly kind: "call"; readonly call: Expression; readonly range: Range }; // Scylla only

// ---- shared parts of statements --------------------------------------------------------------------------------------

interface StatementBase {
  /** From the first token to the last one; the `;` is not in it. */
  readonly range: Range;
  /** The first keyword(s), where a diagnostic about the statement as a whole is shown. */
  readonly head: Range;
  /** Every bind marker of the statement in text order. */
  readonly markers: readonly Marker[];
}

/** `name = value` of WITH … AND …; the value of a map option is a map of constants. */
export interface Property {
  readonly name: Name;
  readonly value: PropertyValue;
  readonly range: Range;
}
export type PropertyValue =
  | Constant
  | { readonly kind: "keyword"; readonly text: string; readonly range: Range } // bare unreserved word; null on Scylla
  | { readonly kind: "map"; readonly entries: readonly { readonly key: Constant; readonly value: PropertyValue }[]; readonly range: Range }
  | { readonly kind: "list"; readonly items: readonly PropertyValue[]; readonly range: Range } // Scylla's rack lists
  | { readonly kind: "template"; readonly text: string; readonly range: Range };

export interface Using {
  readonly kind: "timestamp" | "ttl" | "timeout" | "service level" | "concurrency"; // from "timeout" on Scylla only
  readonly value: Expression | Name;
  readonly range: Range;
}

export interface Selector {
  readonly expression: Expression;
  readonly alias?: Name;
  readonly range: Range;
}

export interface Ordering {
  readonly column: Name;
  readonly ann?: Expression; // ANN OF term
  readonly direction?: "asc" | "desc"; // as written
  readonly range: Range;
}

export interface Condition {
  readonly column: Name;
  readonly key?: Expression; // column[key]
  readonly field?: Name; // column.field
  readonly operator: RelationOperator;
  readonly value: RelationValue;
  readonly range: Range;
}

export type Assignment =
  | { readonly kind: "set"; readonly column: Name; readonly value: Expression; readonly range: Range } // c = term
  | { readonly kind: "append"; readonly column: Name; readonly operator: "+" | "-"; readonly source: Name; readonly value: Expression; readonly range: Range } // c = c + term, c = c - term, also c = c -1
  | { readonly kind: "prepend"; readonly column: Name; readonly source: Name; readonly value: Expression; readonly range: Range } // c = term + c
  | { readonly kind: "add"; readonly column: Name; readonly operator: "+=" | "-="; readonly value: Expression; readonly range: Range }
  | { readonly kind: "element"; readonly column: Name; readonly key: Expression; readonly value: Expression; readonly range: Range } // c[k] = term
  | { readonly kind: "field"; readonly column: Name; readonly field: Name; readonly value: Expression; readonly range: Range }; // c.f = term

export type Deletion =
  | { readonly kind: "column"; readonly column: Name; readonly range: Range }
  | { readonly kind: "element"; readonly column: Name; readonly key: Expression; readonly range: Range }
  | { readonly kind: "field"; readonly column: Name; readonly field: Name; readonly range: Range };

export interface ColumnMask {
  readonly function: "default" | QualifiedName; // MASKED WITH DEFAULT | f(…)
  readonly args: readonly Expression[];
  readonly range: Range;
}

export interface ColumnDefinition {
  readonly name: Name;
  readonly type: TypeReference;
  readonly isStatic: boolean;
  readonly mask?: ColumnMask;
  readonly timeToLive?: Range; // ScyllaDB: the range of TTL, of the column that holds when a row expires
  readonly primaryKey?: Range; // the range of an inline PRIMARY KEY
  readonly range: Range;
}

/** A PRIMARY KEY clause; `(a, b)` has partition [a] and clustering [b], `((a, b), c)` partition [a, b]. */
export interface PrimaryKey {
  readonly partition: readonly Name[];
  readonly clustering: readonly Name[];
  readonly range: Range;
}

export interface ClusteringOrder {
  readonly column: Name;
  readonly direction: "asc" | "desc";
  readonly range: Range;
}

export interface TableOptions {
  readonly properties: readonly Property[];
  readonly clusteringOrder: readonly ClusteringOrder[];
  readonly clusteringOrderRange?: Range;
  readonly compactStorage?: Range;
}

// ---- statements -----------------------------------------------------------------------------------------------------

export interface Select extends StatementBase {
  readonly kind: "select";
  readonly json: boolean;
  readonly distinct?: Range;
  /** Empty while half-typed; `star` for `*`. */
  readonly selectors: readonly Selector[];
  readonly star?: Range;
  /** Missing in half-typed text, and in Scylla's SELECT without FROM. */
  readonly table?: QualifiedName;
  readonly mutationFragments?: Range; // Scylla
  /** From WHERE to the last relation. */
  readonly whereRange?: Range;
  readonly where: readonly Relation[];
  readonly groupBy: readonly Selector[]; // alias never set
  readonly groupByRange?: Range;
  readonly orderBy: readonly Ordering[];
  readonly orderByRange?: Range;
  readonly perPartitionLimit?: Limit;
  readonly limit?: Limit;
  readonly allowFiltering?: Range;
  readonly bypassCache?: Range; // Scylla
  readonly using: readonly Using[]; // Scylla
}

/** `range` covers the whole clause, keyword included. */
export interface Limit {
  readonly value: Expression; // constant integer, marker, template, missing
  readonly range: Range;
}

export interface Insert extends StatementBase {
  readonly kind: "insert";
  readonly table?: QualifiedName;
  readonly columns: readonly Name[];
  readonly values: readonly Expression[];
  readonly valuesRange?: Range;
  readonly json?: Expression; // INSERT … JSON
  readonly jsonDefault?: "null" | "unset";
  readonly ifNotExists?: Range;
  readonly using: readonly Using[];
}

export interface Update extends StatementBase {
  readonly kind: "update";
  readonly table?: QualifiedName;
  readonly using: readonly Using[];
  readonly assignments: readonly Assignment[];
  readonly whereRange?: Range;
  readonly where: readonly Relation[];
  readonly ifExists?: Range;
  readonly conditions: readonly Condition[];
}

export interface Delete extends StatementBase {
  readonly kind: "delete";
  readonly deletions: readonly Deletion[];
  readonly table?: QualifiedName;
  readonly using: readonly Using[];
  readonly whereRange?: Range;
  readonly where: readonly Relation[];
  readonly ifExists?: Range;
  readonly conditions: readonly Condition[];
  readonly bypassGuardrails?: Range; // Scylla: BYPASS LARGE_DATA_GUARDRAILS
}

export interface Batch extends StatementBase {
  readonly kind: "batch";
  readonly type: "logged" | "unlogged" | "counter";
  readonly using: readonly Using[];
  readonly statements: readonly (Insert | Update | Delete)[];
}

export interface Truncate extends StatementBase { readonly kind: "truncate"; readonly table?: QualifiedName; readonly using: readonly Using[] }
export interface Use extends StatementBase { readonly kind: "use"; readonly keyspace?: Name }

export interface CreateKeyspace extends StatementBase { readonly kind: "create-keyspace"; readonly name?: Name; readonly ifNotExists: boolean; readonly properties: readonly Property[] }
export interface AlterKeyspace extends StatementBase { readonly kind: "alter-keyspace"; readonly name?: Name; readonly ifExists?: Range; readonly properties: readonly Property[] }

export interface CreateTable extends StatementBase {
  readonly kind: "create-table";
  readonly name?: QualifiedName;
  readonly ifNotExists: boolean;
  readonly columns: readonly ColumnDefinition[];
  readonly primaryKeys: readonly PrimaryKey[]; // PRIMARY KEY ( … ) clauses; more than one is refused while parsing
  readonly options: TableOptions;
}

export type TableAlteration =
  | { readonly kind: "alter-type"; readonly column: Name; readonly type: TypeReference; readonly range: Range }
  | { readonly kind: "mask"; readonly ifExists?: Range; readonly column: Name; readonly mask?: ColumnMask; readonly range: Range } // no mask: DROP MASKED
  | { readonly kind: "add"; readonly ifNotExists?: Range; readonly columns: readonly ColumnDefinition[]; readonly range: Range }
  | { readonly kind: "drop"; readonly ifExists?: Range; readonly columns: readonly Name[]; readonly timestamp?: Expression; readonly range: Range }
  | { readonly kind: "rename"; readonly ifExists?: Range; readonly pairs: readonly { readonly from: Name; readonly to: Name }[]; readonly range: Range }
  | { readonly kind: "drop-compact-storage"; readonly range: Range }
  | { readonly kind: "with"; readonly properties: readonly Property[]; readonly range: Range }
  | { readonly kind: "ttl-column"; readonly column?: Name; readonly range: Range }; // Scylla: ALTER TABLE t TTL c | TTL NULL
export interface AlterTable extends StatementBase { readonly kind: "alter-table"; readonly name?: QualifiedName; readonly ifExists?: Range; readonly alteration?: TableAlteration }

export interface FieldDefinition { readonly name: Name; readonly type: TypeReference; readonly range: Range }
export interface CreateType extends StatementBase { readonly kind: "create-type"; readonly name?: QualifiedName; readonly ifNotExists: boolean; readonly fields: readonly FieldDefinition[] }
export type TypeAlteration =
  | { readonly kind: "alter-type"; readonly field: Name; readonly type: TypeReference; readonly range: Range }
  | { readonly kind: "add"; readonly ifNotExists?: Range; readonly field: FieldDefinition; readonly range: Range }
  | { readonly kind: "rename"; readonly ifExists?: Range; readonly pairs: readonly { readonly from: Name; readonly to: Name }[]; readonly range: Range };
export interface AlterType extends StatementBase { readonly kind: "alter-type"; readonly name?: QualifiedName; readonly ifExists?: Range; readonly alteration?: TypeAlteration }

export interface IndexTarget {
  readonly kind: "column" | "keys" | "values" | "entries" | "full"; // as written
  readonly column: Name;
  readonly range: Range;
}
export interface CreateIndex extends StatementBase {
  readonly kind: "create-index";
  readonly custom: boolean;
  readonly ifNotExists: boolean;
  readonly name?: Name;
  readonly table?: QualifiedName;
  readonly targets: readonly IndexTarget[];
  readonly localPartition?: readonly Name[]; // Scylla: ((pk1, pk2), c)
  readonly using?: Constant;
  readonly properties: readonly Property[];
}

export interface CreateView extends StatementBase {
  readonly kind: "create-view";
  readonly name?: QualifiedName;
  readonly ifNotExists: boolean;
  readonly selectors: readonly Selector[];
  readonly star?: Range;
  readonly base?: QualifiedName;
  readonly where: readonly Relation[];
  readonly whereRange?: Range;
  readonly primaryKey?: PrimaryKey;
  readonly options: TableOptions;
}
export interface AlterView extends StatementBase { readonly kind: "alter-view"; readonly name?: QualifiedName; readonly ifExists?: Range; readonly properties: readonly Property[] }

/** DROP KEYSPACE | TABLE | TYPE | INDEX | MATERIALIZED VIEW. */
export interface Drop extends StatementBase {
  readonly kind: "drop-keyspace" | "drop-table" | "drop-type" | "drop-index" | "drop-view";
  readonly name?: QualifiedName; // of a keyspace: `name` alone
  readonly ifExists: boolean;
}

export interface CreateFunction extends StatementBase {
  readonly kind: "create-function";
  readonly name?: QualifiedName;
  readonly orReplace: boolean;
  readonly ifNotExists: boolean;
  readonly parameters: readonly { readonly name: Name; readonly type: TypeReference }[];
  readonly nullInput?: "called" | "returns null";
  readonly returns?: TypeReference;
  readonly language?: Name;
  readonly body?: Constant;
}
export interface CreateAggregate extends StatementBase {
  readonly kind: "create-aggregate";
  readonly name?: QualifiedName;
  readonly orReplace: boolean;
  readonly ifNotExists: boolean;
  readonly parameters: readonly TypeReference[];
  readonly stateFunction?: Name;
  readonly stateType?: TypeReference;
  readonly finalFunction?: Name;
  readonly reduceFunction?: Name; // Scylla
  readonly initialCondition?: Expression;
}
export interface DropFunction extends StatementBase {
  readonly kind: "drop-function" | "drop-aggregate";
  readonly name?: QualifiedName;
  readonly ifExists: boolean;
  readonly parameters?: readonly TypeReference[]; // missing: no parentheses
}
export interface CreateTrigger extends StatementBase { readonly kind: "create-trigger"; readonly name?: Name; readonly table?: QualifiedName; readonly ifNotExists: boolean; readonly className?: Constant }
export interface DropTrigger extends StatementBase { readonly kind: "drop-trigger"; readonly name?: Name; readonly table?: QualifiedName; readonly ifExists: boolean }

export type RoleOption =
  | { readonly kind: "password" | "hashed password"; readonly value: Constant; readonly range: Range }
  | { readonly kind: "generated password"; readonly range: Range }
  | { readonly kind: "options"; readonly value: PropertyValue; readonly range: Range }
  | { readonly kind: "superuser" | "login"; readonly value: boolean; readonly range: Range }
  | { readonly kind: "access to all datacenters" | "access from all cidrs"; readonly range: Range }
  | { readonly kind: "access to datacenters" | "access from cidrs"; readonly items: readonly Constant[]; readonly range: Range };
export interface RoleStatement extends StatementBase {
  readonly kind: "create-role" | "alter-role" | "create-user" | "alter-user";
  readonly role?: Name;
  readonly ifExists?: Range; // ALTER
  readonly ifNotExists: boolean; // CREATE
  readonly options: readonly RoleOption[];
}
export interface DropRole extends StatementBase { readonly kind: "drop-role" | "drop-user"; readonly role?: Name; readonly ifExists: boolean }

export type Resource =
  | { readonly kind: "all keyspaces" | "all roles" | "all functions" | "all mbeans"; readonly range: Range }
  | { readonly kind: "keyspace" | "all tables in keyspace" | "all functions in keyspace"; readonly keyspace: Name; readonly range: Range }
  | { readonly kind: "table"; readonly table: QualifiedName; readonly range: Range }
  | { readonly kind: "role"; readonly role: Name; readonly range: Range }
  | { readonly kind: "function"; readonly name: QualifiedName; readonly parameters: readonly TypeReference[]; readonly range: Range }
  | { readonly kind: "mbean" | "mbeans"; readonly name: Constant; readonly range: Range };
export interface Permission { readonly name: string; readonly range: Range } // lower case; "all" for ALL [PERMISSIONS]
/** GRANT / REVOKE of permissions (`resource` set) or of a role (`role` set), and LIST of permissions. */
export interface PermissionStatement extends StatementBase {
  readonly kind: "grant" | "revoke" | "list-permissions";
  readonly permissions: readonly Permission[];
  readonly resource?: Resource;
  readonly role?: Name; // the role granted
  readonly grantee?: Name; // TO / FROM / OF
}
export interface ListRoles extends StatementBase { readonly kind: "list-roles" | "list-users" | "list-superusers"; readonly role?: Name }
export interface IdentityStatement extends StatementBase { readonly kind: "add-identity" | "drop-identity"; readonly identity?: Constant; readonly role?: Name; readonly ifExists: boolean; readonly ifNotExists: boolean }
export interface Describe extends StatementBase {
  readonly kind: "describe";
  readonly what: "cluster" | "schema" | "keyspaces" | "keyspace" | "tables" | "table" | "index" | "view" | "types" | "type" | "functions" | "function" | "aggregates" | "aggregate" | "name";
  readonly name?: QualifiedName; // of a keyspace: `name` alone
}
/** PRUNE MATERIALIZED VIEW of ScyllaDB. */
export interface PruneView extends StatementBase { readonly kind: "prune-view"; readonly table?: QualifiedName; readonly where: readonly Relation[]; readonly whereRange?: Range; readonly using: readonly Using[] }
/** A statement on service levels of ScyllaDB: CREATE, ALTER, DROP, ATTACH, DETACH or LIST. */
export interface ServiceLevel extends StatementBase {
  readonly kind: "service-level";
  readonly action: "create" | "alter" | "drop" | "attach" | "detach" | "list" | "list-all";
  readonly properties: readonly Property[];
}
/** A cqlsh command (`command` in lower case: "source", "copy", …); `argument` is the file of SOURCE. Never sent to a server. */
export interface Shell extends StatementBase { readonly kind: "shell"; readonly command: string; readonly argument?: Constant; readonly table?: QualifiedName }
/** Text whose first word begins no statement that we know. */
export interface Unknown extends StatementBase { readonly kind: "unknown" }
/** Nothing but white space and comments. */
export interface Empty extends StatementBase { readonly kind: "empty" }

export type Statement =
  | Select | Insert | Update | Delete | Batch | Truncate | Use
  | CreateKeyspace | AlterKeyspace | CreateTable | AlterTable | CreateType | AlterType | CreateIndex | CreateView | AlterView | Drop
  | CreateFunction | CreateAggregate | DropFunction | CreateTrigger | DropTrigger
  | RoleStatement | DropRole | PermissionStatement | ListRoles | IdentityStatement | Describe | PruneView | ServiceLevel | Shell | Unknown | Empty;
export type StatementKind = Statement["kind"];

// ---- what parsing gives -----------------------------------------------------------------------------------------------

/**
 * A mistake found while reading the text. `code` is `syntax-error`, a habit from SQL (`join`, `offset`, `or`, `sub-select`, …)
 * or one of the checks that the server's parser itself makes; `errorClass` is "invalid" for the few of those that are no SyntaxException (L-PIPE-3).
 */
export interface SyntaxProblem {
  readonly code: string;
  readonly data: Readonly<Record<string, string>>; // what the message is made of: `found`, `expected`, …
  readonly errorClass: "syntax" | "invalid";
  readonly range: Range;
}

/** A construct that parses everywhere but exists only on some targets, e.g. `{ feature: "ann" }`; `dialect/` says which targets have it. */
export interface FeatureUse {
  readonly feature: string;
  readonly range: Range;
}

/** The code of the one problem that is no mistake: brackets or operators past the depth that is read here. Whether a server's stack holds them is not known. */
export const TOO_DEEP = "too-deep";

export interface ParsedStatement {
  readonly statement: Statement;
  /** In text order; the first is the one that the server would report. Empty: the statement parses on some target. */
  readonly problems: readonly SyntaxProblem[];
  readonly features: readonly FeatureUse[];
  /** Placeholders of a template language: the verdict is `unknown` and nothing inside is an error. */
  readonly templates: readonly Range[];
}

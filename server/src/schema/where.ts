/** Where a statement stands, and the origins that follow from it. */
import { shift } from "../text/range";
import type { Range } from "../text/range";
import { UNNAMED_KEYSPACE } from "./model";
import type { Origin, PartitionRows } from "./model";
import type { QualifiedName } from "../syntax/ast";
import type { TypeNames } from "./types";

/** Where a statement stands: the keyspace in force, its file and the offset of its slice there (`start` may be a getter that moves with the text). */
export interface Where {
  readonly keyspace?: string | undefined;
  readonly uri: string;
  readonly start: number;
  /** What `default_secondary_index` says: the class of a CREATE INDEX without USING. */
  readonly defaultIndex?: string | undefined;
  /** What a marker comment above the statement names: `-- cqlwright: copy of shop.orders`. */
  readonly copyOf?: string | undefined;
  /** What a comment above the statement says about the size of a partition: `-- cqlwright: rows=50000 per=day`. */
  readonly partitionRows?: PartitionRows | undefined;
  /** User types known besides those of the schema: where files are folded apart and brought together later. */
  readonly knownTypes?: TypeNames | undefined;
}

/** The origin of something at `range` of the statement's slice. It follows its statement: the file offset is worked out when asked for. */
export function originAt(where: Where, range: Range): Origin {
  return {
    uri: where.uri,
    get range() {
      return shift(range, where.start);
    },
  };
}

/** The keyspace that a name of a definition stands in. */
export function homeOf(name: QualifiedName, where: Where): string {
  return name.keyspace?.value ?? where.keyspace ?? UNNAMED_KEYSPACE;
}

/** The same place with user types that are known from elsewhere; it still follows the text. */
export function withTypes(where: Where, knownTypes: TypeNames): Where {
  return Object.create(where, { knownTypes: { value: knownTypes, enumerable: true } }) as Where;
}

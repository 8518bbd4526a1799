import type { Target } from "./target";

/** Value classes of the server that a quoted type may name (D-TYP-11), with what they take in parentheses. */
export type MarshalArguments = "none" | "types" | "any";

const COMMON: readonly (readonly [string, MarshalArguments])[] = [
  ...["AsciiType", "BooleanType", "BytesType", "ByteType", "CounterColumnType", "DateType", "DecimalType", "DoubleType", "DurationType", "EmptyType", "FloatType",
    "InetAddressType", "Int32Type", "IntegerType", "LexicalUUIDType", "LongType", "PartitionerDefinedOrder", "ShortType", "SimpleDateType", "TimeType", "TimeUUIDType",
    "TimestampType", "UTF8Type", "UUIDType"].map((name) => [name, "none"] as const),
  ...["CompositeType", "FrozenType", "ListType", "MapType", "ReversedType", "SetType", "TupleType"].map((name) => [name, "types"] as const),
  ["DynamicCompositeType", "any"],
  ["UserType", "any"],
];
const SINCE_41 = [...COMMON, ["LegacyTimeUUIDType", "none"] as const];
const SINCE_50 = [...SINCE_41, ["VectorType", "any"] as const];

/** By target; ScyllaDB takes no quoted types at all (S-TYP in C1), which its grammar says. */
export const MARSHAL_CLASSES: Readonly<Record<Target, ReadonlyMap<string, MarshalArguments>>> = {
  "cassandra-4.0": new Map(COMMON),
  "cassandra-4.1": new Map(SINCE_41),
  "cassandra-5.0": new Map(SINCE_50),
  scylla: new Map(COMMON),
};

export const MARSHAL_PACKAGE = "org.apache.cassandra.db.marshal.";

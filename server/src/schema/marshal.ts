/** Types written as a string: the class names of the server's own types, `'org.apache.cassandra.db.marshal.Int32Type'`. */
import type { CqlType, NativeName } from "./type";

const PACKAGE = "org.apache.cassandra.db.marshal.";
const NATIVE_CLASSES: ReadonlyMap<string, NativeName> = new Map([
  ["AsciiType", "ascii"], ["LongType", "bigint"], ["BytesType", "blob"], ["BooleanType", "boolean"], ["CounterColumnType", "counter"],
  ["SimpleDateType", "date"], ["DecimalType", "decimal"], ["DoubleType", "double"], ["DurationType", "duration"], ["FloatType", "float"],
  ["InetAddressType", "inet"], ["Int32Type", "int"], ["ShortType", "smallint"], ["UTF8Type", "text"], ["TimeType", "time"],
  ["TimestampType", "timestamp"], ["TimeUUIDType", "timeuuid"], ["ByteType", "tinyint"], ["UUIDType", "uuid"], ["IntegerType", "varint"],
]);

/** The type that a class name stands for: a native one where the server has CQL's own word for it, else a custom type. */
export function marshalType(className: string): CqlType {
  const short = className.startsWith(PACKAGE) ? className.slice(PACKAGE.length) : className;
  const name = NATIVE_CLASSES.get(short);
  return name === undefined ? { kind: "custom", className } : { kind: "native", name };
}

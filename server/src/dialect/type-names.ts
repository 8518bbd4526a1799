/** What people write who come from another language or database, and the CQL type that they mean. */
const FOREIGN: Readonly<Record<string, string>> = {
  string: "text", str: "text", char: "text", character: "text", nvarchar: "text", nchar: "text", clob: "text", longtext: "text", mediumtext: "text", tinytext: "text", varchar2: "text", citext: "text", xml: "text", json: "text", jsonb: "text", enum: "text",
  datetime: "timestamp", timestamptz: "timestamp", datetime2: "timestamp", datetimeoffset: "timestamp", smalldatetime: "timestamp", instant: "timestamp",
  localdate: "date", localtime: "time", timetz: "time", interval: "duration",
  long: "bigint", int8: "bigint", int64: "bigint", bigserial: "bigint", uint64: "varint", bigdecimal: "decimal", biginteger: "varint",
  integer: "int", int4: "int", int32: "int", mediumint: "int", serial: "int", uint32: "bigint", short: "smallint", int2: "smallint", int16: "smallint", byte: "tinyint", uint8: "smallint", uint16: "int",
  bool: "boolean", bit: "boolean",
  number: "decimal", numeric: "decimal", money: "decimal", real: "float", float4: "float", float32: "float", float8: "double", float64: "double",
  guid: "uuid", uniqueidentifier: "uuid", bytes: "blob", bytea: "blob", binary: "blob", varbinary: "blob", bytearray: "blob", image: "blob",
  ipaddress: "inet", ip: "inet", cidr: "inet", array: "list", vec: "vector", dict: "map", dictionary: "map", hashmap: "map", object: "map",
};

/** The CQL name of a type of another language (`string` → `text`); undefined for names that nobody takes for a type. Lower case in. */
export function foreignTypeName(name: string): string | undefined {
  return Object.hasOwn(FOREIGN, name) ? FOREIGN[name] : undefined;
}

/** An option of ScyllaDB's service levels and what it takes besides null (S-SL-1). */
export type ServiceLevelOption = { readonly kind: "duration" } | { readonly kind: "word"; readonly words: readonly string[] } | { readonly kind: "integer"; readonly min: number; readonly max: number };

/** By name; service levels are ScyllaDB's alone. */
export const SERVICE_LEVEL_OPTIONS: ReadonlyMap<string, ServiceLevelOption> = new Map<string, ServiceLevelOption>([
  ["timeout", { kind: "duration" }],
  ["workload_type", { kind: "word", words: ["unspecified", "interactive", "batch"] }],
  ["shares", { kind: "integer", min: 1, max: 1000 }],
]);

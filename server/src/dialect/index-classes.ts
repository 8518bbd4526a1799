/** An option that tunes vector search: a word, or a number that only a JVM flag makes possible (D-SAI-10 to D-SAI-12). */
export type VectorOption = { readonly kind: "word"; readonly words: readonly string[]; readonly code: string } | { readonly kind: "flag" };

/** The storage-attached index of 5.0 (rulebook A6b). */
export const STORAGE_ATTACHED: {
  readonly types: readonly string[];
  readonly analysis: readonly string[];
  readonly vector: ReadonlyMap<string, VectorOption>;
  readonly defaultSimilarity: string;
} = {
  types: ["ascii", "bigint", "boolean", "date", "decimal", "double", "float", "inet", "int", "smallint", "text", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varint"],
  analysis: ["case_sensitive", "normalize", "ascii"],
  vector: new Map<string, VectorOption>([
    ["similarity_function", { kind: "word", words: ["COSINE", "DOT_PRODUCT", "EUCLIDEAN"], code: "sai-similarity" }],
    ["optimize_for", { kind: "word", words: ["LATENCY", "RECALL"], code: "sai-optimize-for" }],
    ["maximum_node_connections", { kind: "flag" }],
    ["construction_beam_width", { kind: "flag" }],
  ]),
  defaultSimilarity: "COSINE",
};

/** The modes of a SASI index (D-SASI-5). */
export const SASI_MODES = ["PREFIX", "CONTAINS", "SPARSE"] as const;

/** The analyzers of SASI with the types that they take; class names are written in full (D-SASI-7). */
export const SASI_ANALYZERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["StandardAnalyzer", ["text", "ascii"]],
  ["NonTokenizingAnalyzer", ["text", "ascii"]],
  ["NoOpAnalyzer", []],
  ["DelimiterAnalyzer", ["text", "ascii"]],
]);
export const SASI_ANALYZER_PACKAGE = "org.apache.cassandra.index.sasi.analyzer.";

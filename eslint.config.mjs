import tseslint from "typescript-eslint";

/** The inner layers, lowest first: each may import only those before it. */
const layers = ["text", "dialect", "syntax", "schema", "check", "explain", "design", "advice", "features", "workspace"];

const layerRules = layers.map((layer, i) => ({
  files: [`server/src/${layer}/**/*.ts`],
  ignores: ["**/*.test.ts"],
  rules: {
    "no-restricted-imports": ["error", { patterns: [
      ...(i + 1 < layers.length ? [{ group: [...layers.slice(i + 1), "cluster", "lsp", "cli", "launcher"].map((later) => `**/${later}/**`), message: `${layer}/ sits below that layer.` }] : [{ group: ["**/cluster/**", "**/lsp/**", "**/cli/**", "**/launcher/**"], message: "workspace/ sits below the adapters." }]),
      { group: ["vscode", "vscode-*", "node:*"], message: "The inner layers are pure: take it from the host." },
    ] }],
    "no-restricted-globals": ["error", "process", "console", "setTimeout", "Buffer"],
  },
}));

export default tseslint.config(
  { ignores: ["node_modules/", "dist/", "out/", ".vscode-server/", ".cache/", "artifacts/"] },
  ...tseslint.configs.recommended,
  ...tseslint.configs.stylistic,
  {
    files: ["**/*.{ts,mts,mjs}"],
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/consistent-type-definitions": "off",
      eqeqeq: "error",
      "no-console": "error",
      "prefer-const": "error",
    },
  },
  { files: ["scripts/**", "test/**", "server/src/cli/**"], rules: { "no-console": "off" } },
  { files: ["client/src/**/*.ts"], rules: { "no-restricted-imports": ["error", { patterns: [{ group: ["**/server/**"], message: "The client speaks LSP; it imports nothing of the server." }] }] } },
  ...layerRules,
);

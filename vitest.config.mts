import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["server/src/**/*.test.ts", "test/{unit,protocol,cli,conformance,fuzz}/**/*.test.ts"],
    setupFiles: ["test/support/seed.ts"],
    testTimeout: 60_000,
  },
});

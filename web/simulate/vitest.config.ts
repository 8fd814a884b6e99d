import { defineConfig } from "vitest/config";

// A household mostly waits, so several are at it at once.
export default defineConfig({
  test: {
    environment: "node",
    include: ["simulate/*.test.ts"],
    maxConcurrency: 6,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

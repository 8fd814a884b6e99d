import { defineConfig } from "vitest/config";

// Simulated households mostly wait, so six of them run in parallel.
export default defineConfig({
  test: {
    environment: "node",
    include: ["simulate/*.test.ts"],
    maxConcurrency: 6,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

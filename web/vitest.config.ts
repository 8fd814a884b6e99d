import { defineConfig } from "vitest/config";
import react from "@vitejs/plugin-react";
import { catalogue } from "./dev/catalogue.ts";
import { heicDecoder } from "./dev/heic-decoder.ts";
import { languages } from "./dev/languages/plugin.ts";

export default defineConfig({
  plugins: [react(), languages(), catalogue(), heicDecoder()],
  test: {
    // A file that needs a document says so by `@vitest-environment jsdom` in its first line.
    environment: "node",
    // Each file has a context of its own in one of few processes, which loads jsdom once.
    pool: "vmForks",
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts", "service-worker/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    restoreMocks: true,
    // The longest files wait more than they compute.
    maxWorkers: "100%",
    // Figures for a machine that compiles something else at the same time.
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});

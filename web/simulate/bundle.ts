import { join } from "node:path";
import { Script } from "node:vm";
import { build } from "vite";
import { languages } from "../dev/languages/plugin";

/**
 * Bundles the client into one script, which a device runs in a separate global scope. Photo preparation and push need a
 * browser and are left out.
 */
export async function bundle(): Promise<Script> {
  const needsBrowser = /\/(receipts\/extract|push)$/;
  const built = await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      languages(),
      {
        name: "without-browser",
        enforce: "pre",
        resolveId: (id) => (needsBrowser.test(id) ? "\0nothing" : null),
        load: (id) => (id === "\0nothing" ? "export {}" : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: "es2023",
      lib: { entry: join(import.meta.dirname, "client.ts"), name: "larder", formats: ["iife"] },
      rollupOptions: { output: { codeSplitting: false } },
    },
  });
  const [result] = [built].flat();
  if (!result || !("output" in result)) throw new Error("The client was not built.");
  return new Script(result.output[0].code, { filename: "client.js" });
}

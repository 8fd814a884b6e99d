import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const VIRTUAL_MODULE = "virtual:heic-decoder";
const DEV_PATH = "/@heic-decoder.js";

async function workerSource(parse: (code: string) => unknown): Promise<string> {
  const path = createRequire(import.meta.url).resolve("heic-to/csp");
  const longest = longestString(parse(await readFile(path, "utf8")));
  if (!longest.includes("HeifDecoder"))
    throw new Error("heic-to no longer has its decoder as a string; see dev/heic-decoder.ts.");
  return longest;
}

/** Returns the longest string literal of the package, which is the worker's script. */
function longestString(node: unknown): string {
  let longest = "";
  const stack: unknown[] = [node];
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next !== "object" || next === null) continue;
    const { type, value } = next as { type?: string; value?: unknown };
    if (type === "Literal" && typeof value === "string" && value.length > longest.length) longest = value;
    const cooked = type === "TemplateElement" ? (value as { cooked?: string } | undefined)?.cooked : undefined;
    if (cooked !== undefined && cooked.length > longest.length) longest = cooked;
    stack.push(...Object.values(next));
  }
  return longest;
}

/**
 * Builds the HEIC decoder (libheif, LGPL-3.0, in the package heic-to) as a separate file; `virtual:heic-decoder`
 * exports its URL. The package starts it from a blob, which the CSP and Trusted Types forbid. The licence requires a
 * replaceable file.
 */
export function heicDecoder(): Plugin {
  let isBuild = false;
  return {
    name: "larder-heic-decoder",
    configResolved(config) {
      isBuild = config.command === "build";
    },
    resolveId(id) {
      return id === VIRTUAL_MODULE ? `\0${VIRTUAL_MODULE}` : null;
    },
    async load(id) {
      if (id !== `\0${VIRTUAL_MODULE}`) return null;
      if (!isBuild) return `export default ${JSON.stringify(DEV_PATH)};`;
      const reference = this.emitFile({
        type: "asset",
        name: "heic-worker.js",
        source: await workerSource((code) => this.parse(code)),
      });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
    configureServer(server) {
      server.middlewares.use(DEV_PATH, (_request, response, next) => {
        void import("vite")
          .then(({ parseAst }) => workerSource(parseAst))
          .then((source) => {
            response.setHeader("Content-Type", "text/javascript");
            response.end(source);
          })
          .catch(next);
      });
    },
  };
}

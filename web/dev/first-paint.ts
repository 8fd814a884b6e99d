import { fileURLToPath } from "node:url";
import type { ComponentType } from "react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { generateScopedName } from "./class-names.ts";
import { languages } from "./languages/plugin.ts";
import { readLanguages } from "./languages/tables.ts";
import { createServer, type HtmlTagDescriptor, type Plugin, type Rollup, type ViteDevServer } from "vite";

const MARKER = "<!-- first paint -->";
const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

async function render(running: ViteDevServer | undefined): Promise<string> {
  // Node 20 has no `navigator`, which the language code needs.
  if (typeof navigator === "undefined")
    Object.defineProperty(globalThis, "navigator", { value: { languages: [] }, configurable: true });
  // This server names classes as the build does. It has no configuration file, which would load this plugin again.
  const server =
    running ??
    (await createServer({
      configFile: false,
      plugins: [languages()],
      css: { modules: { generateScopedName } },
      root: source(".."),
      logLevel: "error",
      appType: "custom",
      server: { middlewareMode: true, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
    }));
  try {
    const [{ FirstPaint }, { default: sentences }, { default: browser }] = await Promise.all([
      server.ssrLoadModule(source("app/start/FirstPaint.tsx")),
      server.ssrLoadModule("virtual:translations/common"),
      server.ssrLoadModule("virtual:translations/browser"),
    ]);
    const markup = renderToStaticMarkup(
      createElement(FirstPaint as ComponentType<{ sentences: unknown; browser: unknown }>, { sentences, browser }),
    );
    if (markup.includes("style="))
      throw new Error("The first paint has a style attribute, which the content security policy forbids.");
    return markup;
  } finally {
    if (!running) await server.close();
  }
}

/** Throws an error if the first paint uses a class that its style sheets do not have. */
function assertStyled(markup: string, css: string): void {
  const names = new Set([...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, list = ""]) => list.split(" ")));
  const unstyled = [...names].filter(
    (name) => name !== "" && !name.startsWith("lucide") && !new RegExp(`\\.${name}(?![\\w-])`).test(css),
  );
  if (unstyled.length > 0)
    throw new Error(`The first paint has classes that its style sheets do not have: ${unstyled.join(", ")}`);
}

/** Returns the chunk of a source file, and the chunks that it imports. */
function chunksOf(bundle: Rollup.OutputBundle, path: string): Rollup.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const first =
    chunks.find(({ facadeModuleId }) => facadeModuleId === source(path)) ??
    chunks.find(({ moduleIds }) => moduleIds.includes(source(path)));
  if (!first) throw new Error(`The bundle has no src/${path}.`);
  const found = new Set([first]);
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const other = bundle[name];
      if (other?.type === "chunk") found.add(other);
    }
  }
  return [...found];
}

/** Returns the names of the chunks' style sheets, from Vite's metadata. */
function stylesOf(chunks: readonly Rollup.OutputChunk[]): readonly string[] {
  const names = chunks.flatMap((chunk) => [
    ...((chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? []),
  ]);
  return [...new Set(names)];
}

function readStyles(bundle: Rollup.OutputBundle, names: readonly string[]): string {
  return names.map((name) => String((bundle[name] as Rollup.OutputAsset | undefined)?.source ?? "")).join("\n");
}

/** Returns links to the style sheets, which block the first paint, and to the code, with low priority. */
function linksTo(styles: readonly string[], chunks: readonly Rollup.OutputChunk[], html: string): HtmlTagDescriptor[] {
  return [
    ...styles.map((name) => ({ rel: "stylesheet", href: `/${name}`, crossorigin: true })),
    ...chunks.map(({ fileName }) => ({
      rel: "modulepreload",
      href: `/${fileName}`,
      fetchpriority: "low",
      crossorigin: true,
    })),
  ]
    .filter(({ href }) => !html.includes(`"${href}"`))
    .map((attrs) => ({ tag: "link", attrs, injectTo: "head" as const }));
}

/**
 * Renders `src/app/start/FirstPaint.tsx` into `index.html`, so that the page shows content before its code has loaded,
 * and preloads that code, which runs after the first paint (`src/app/start/entry.ts`).
 */
export function firstPaint(): Plugin {
  return {
    name: "larder-first-paint",
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle, server }) {
        if (!html.includes(MARKER)) throw new Error(`index.html has no ${MARKER}.`);
        const markup = await render(server);
        const htmlTag = `<html data-languages="${readLanguages().codes.join("|")}"`;
        const chunks = bundle ? chunksOf(bundle, "app/start/main.tsx") : [];
        const styles = stylesOf(chunks);
        if (bundle) assertStyled(markup, readStyles(bundle, styles));
        return {
          html: html.replace(MARKER, () => markup).replace("<html", () => htmlTag),
          tags: linksTo(styles, chunks, html),
        };
      },
    },
  };
}

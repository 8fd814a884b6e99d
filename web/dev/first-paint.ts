import { fileURLToPath } from "node:url";
import type { ComponentType } from "react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { generateScopedName } from "./class-names.ts";
import { languages } from "./languages/plugin.ts";
import { readLanguages } from "./languages/tables.ts";
import { createServer, type HtmlTagDescriptor, type Plugin, type Rollup, type ViteDevServer } from "vite";

/**
 * Renders `src/app/FirstPaint.tsx` into `index.html`, so that the page shows content before its code has loaded, and
 * preloads that code, which runs after the first paint (`src/app/entry.ts`).
 */
const PLACE = "<!-- first paint -->";
const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

async function draw(running: ViteDevServer | undefined): Promise<string> {
  // Node 20 has no `navigator`, which the language code reads.
  if (typeof navigator === "undefined")
    Object.defineProperty(globalThis, "navigator", { value: { languages: [] }, configurable: true });
  // Reads the sources as the build does, so that the classes of the style modules are the same. Without the
  // configuration file, which would ask for this plugin again.
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
      server.ssrLoadModule(source("app/FirstPaint.tsx")),
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

/** The first paint's markup must only use classes of its style sheets, or it would be unstyled. */
function assertStyled(markup: string, css: string): void {
  const names = new Set([...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, list = ""]) => list.split(" ")));
  const bare = [...names].filter((name) => name !== "" && !name.startsWith("lucide") && !css.includes(`.${name}`));
  if (bare.length > 0)
    throw new Error(`The first paint has classes that its style sheets do not know: ${bare.join(", ")}`);
}

/** The chunk of a source file, and every chunk that comes with it. */
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

/** Vite notes the style sheets of a chunk beside it. */
function stylesOf(chunk: Rollup.OutputChunk): readonly string[] {
  return [...((chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [])];
}

/** Style sheets block the first paint; the code is loaded after them and everything else the first paint needs. */
function links(bundle: Rollup.OutputBundle, html: string, markup: string): HtmlTagDescriptor[] {
  const chunks = chunksOf(bundle, "app/main.tsx");
  const styles = [...new Set(chunks.flatMap(stylesOf))];
  assertStyled(
    markup,
    styles.map((name) => String((bundle[name] as Rollup.OutputAsset | undefined)?.source ?? "")).join("\n"),
  );
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

export function firstPaint(): Plugin {
  return {
    name: "larder-first-paint",
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle, server }) {
        if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}.`);
        const markup = await draw(server);
        const known = `<html data-languages="${readLanguages().codes.join("|")}"`;
        return {
          html: html.replace(PLACE, () => markup).replace("<html", () => known),
          tags: bundle ? links(bundle, html, markup) : [],
        };
      },
    },
  };
}

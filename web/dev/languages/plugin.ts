import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { FOLDER, accessors, readLanguages, OUTSIDE, script, types, type Languages } from "./tables.ts";

const source = (path: string) =>
  JSON.stringify(fileURLToPath(new URL(`../../src/lib/language/${path}`, import.meta.url)));
const HELPERS = `import { number, plural } from ${source("plural.ts")};\n`;
const TYPES = fileURLToPath(new URL("../../src/locales/strings.d.ts", import.meta.url));

export function writeTypes(languages = readLanguages()): void {
  const text = types(languages);
  if (!existsSync(TYPES) || readFileSync(TYPES, "utf8") !== text) writeFileSync(TYPES, text);
}

function moduleOf(languages: Languages, id: string): string | null {
  const { codes, features } = languages;
  const quote = (text: string) => JSON.stringify(text);
  const [, what, which = "", of = ""] =
    /^virtual:(strings|languages|language-files|language|translations|translation)(?:\/([^/]+))?(?:\/(.+))?$/.exec(
      id,
    ) ?? [];
  const others = codes.filter((code) => code !== "en");
  if (what === "languages") return `export const others = ${JSON.stringify(others)};`;
  if (what === "language-files")
    return `export const load = {${others.map((code) => `${code}:()=>import("virtual:language/${code}")`).join(",")}};`;
  if (what === "language" && codes.includes(which))
    return `${HELPERS}export default {${features
      .filter((feature) => !OUTSIDE.includes(feature))
      .map((feature) => `${quote(feature)}:${script(languages, which, feature)}`)
      .join(",")}};`;
  if (what === "strings" && features.includes(which)) {
    const [name, hook] = accessors(which);
    return `${HELPERS}import { strings, useStrings } from ${source("i18n.ts")};
const table = {feature:${quote(which)},english:${script(languages, "en", which)}};
export const ${name} = () => strings(table), ${hook} = () => useStrings(table);`;
  }
  if (what === "translations" && features.includes(which))
    return `${HELPERS}export default {${codes.map((code) => `${code}:${script(languages, code, which)}`).join(",")}};`;
  if (what === "translation" && features.includes(which) && codes.includes(of))
    return `${HELPERS}export default ${script(languages, of, which)};`;
  return null;
}

/**
 * Provides the texts of `src/locales` as modules. English is bundled with the code; other languages are one file each.
 * - `virtual:strings/<feature>`: `<feature>Strings()` and the hook `use<Feature>Strings()`, in the current language
 * - `virtual:languages`: the codes of all languages but English
 * - `virtual:language-files`: their loaders, apart: they name files that change with each text
 * - `virtual:language/<language>`: all texts of a language, without those of `OUTSIDE`
 * - `virtual:translations/<feature>`: one feature in every language, for the service worker and the first paint
 * - `virtual:translation/<feature>/<language>`: one feature in one language, for the legal notice
 */
export function languages(): Plugin {
  let read: Languages | undefined;
  return {
    name: "larder-languages",
    buildStart() {
      read = readLanguages();
      writeTypes(read);
    },
    resolveId: (id) =>
      /^virtual:(strings\/|languages$|language-files$|language\/|translations?\/)/.test(id) ? `\0${id}` : null,
    load(id) {
      if (!id.startsWith("\0virtual:")) return null;
      return moduleOf((read ??= readLanguages()), id.slice(1));
    },
    configureServer(server) {
      server.watcher.on("change", (file) => {
        if (!file.startsWith(FOLDER) || !file.endsWith(".json")) return;
        try {
          read = readLanguages();
          writeTypes(read);
          server.moduleGraph.invalidateAll();
          server.ws.send({ type: "full-reload" });
        } catch (error) {
          server.config.logger.error(String(error));
        }
      });
    },
  };
}

// Checks the texts of `src/locales` and writes their types (`src/locales/strings.d.ts`): `npm run strings`. With
// `--unused` it fails if no code reads a text.
import { runnerImport } from "vite";

const load = (file) => runnerImport(new URL(`../dev/languages/${file}`, import.meta.url).pathname);
const { module } = await load("plugin.ts");
try {
  module.writeTypes();
  const unused = process.argv.includes("--unused") ? (await load("unused.ts")).module.unusedTexts() : [];
  if (unused.length > 0) throw new Error(`No code reads these texts:\n${unused.join("\n")}`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

// Checks the sentences of `src/locales` and writes their types (`src/locales/strings.d.ts`), for the type check: `npm
// run strings`.
import { runnerImport } from "vite";

const { module } = await runnerImport(new URL("../dev/languages/plugin.ts", import.meta.url).pathname);
try {
  module.writeTypes();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

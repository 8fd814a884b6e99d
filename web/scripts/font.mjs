// Cuts Young Serif (OFL-1.1) down to what headings in English, German and French need. Run after a change of the
// character set: `npm run font`.
import { readFile, writeFile, mkdir } from "node:fs/promises";
import subsetFont from "subset-font";

const CHARACTERS =
  " !\"#%&'()*+,-./0123456789:;?@ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÄÖÜäöüßÀÂÆÇÈÉÊËÎÏÔŒÙÛàâæçèéêëîïôœùûÿñ«»\u00a0€–—‘’“”„…·×½";

const source = new URL(
  "../node_modules/@fontsource/young-serif/files/young-serif-latin-400-normal.woff2",
  import.meta.url,
);
const target = new URL("../src/ui/fonts/young-serif.woff2", import.meta.url);

const subset = await subsetFont(await readFile(source), CHARACTERS, { targetFormat: "woff2" });
await mkdir(new URL(".", target), { recursive: true });
await writeFile(target, subset);
console.log(`young-serif.woff2: ${subset.length} bytes`);
if (subset.length > 25_000) throw new Error("The display face is larger than 25 kB.");

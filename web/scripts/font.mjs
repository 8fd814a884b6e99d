// Reduces Young Serif (OFL-1.1) to the characters of the site's languages. Run after a change of the characters: `npm
// run font`.
import { readFile, writeFile, mkdir } from "node:fs/promises";
import subsetFont from "subset-font";

/** The name and characters of each file, by the font's subset. */
const PARTS = {
  latin: [
    "young-serif",
    " !\"#%&'()*+,-./0123456789:;?@ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz¡¿ªº«»\u00a0€–—‘’“”„…·×½" +
      "ÄÖÜäöüßÀÂÆÇÈÉÊËÎÏÔŒÙÛàâæçèéêëîïôœùûÿÁÃÍÌÑÒÓÕÚáãíìñòóõú",
  ],
  // Browsers load it for texts with these characters (`src/ui/styles/tokens.css`).
  "latin-ext": ["pl", "ĄĆĘŁŃŚŹŻąćęłńśźż"],
};

const fonts = new URL("../src/ui/styles/fonts/", import.meta.url);
await mkdir(fonts, { recursive: true });
for (const [part, [name, characters]] of Object.entries(PARTS)) {
  const file = `../node_modules/@fontsource/young-serif/files/young-serif-${part}-400-normal.woff2`;
  const subset = await subsetFont(await readFile(new URL(file, import.meta.url)), characters, {
    targetFormat: "woff2",
  });
  await writeFile(new URL(`${name}.woff2`, fonts), subset);
  console.log(`${name}.woff2: ${subset.length} bytes`);
  if (subset.length > 25_000) throw new Error("The font is larger than 25 kB.");
}

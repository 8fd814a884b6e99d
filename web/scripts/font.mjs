// Reduces Young Serif (OFL-1.1) to the characters of the site's languages. Run `npm run font` after a change of
// `font-characters.json`, which has the characters of each file. Browsers load `pl.woff2` for texts with its characters
// (`src/ui/styles/tokens.css`).
import { readFile, writeFile, mkdir } from "node:fs/promises";
import subsetFont from "subset-font";

const files = JSON.parse(await readFile(new URL("font-characters.json", import.meta.url), "utf8"));
const fonts = new URL("../src/ui/styles/fonts/", import.meta.url);
await mkdir(fonts, { recursive: true });
for (const [name, { subset, characters }] of Object.entries(files)) {
  const file = `../node_modules/@fontsource/young-serif/files/young-serif-${subset}-400-normal.woff2`;
  const font = await subsetFont(await readFile(new URL(file, import.meta.url)), characters, {
    targetFormat: "woff2",
  });
  await writeFile(new URL(`${name}.woff2`, fonts), font);
  console.log(`${name}.woff2: ${font.length} bytes`);
  if (font.length > 25_000) throw new Error("The font is larger than 25 kB.");
}

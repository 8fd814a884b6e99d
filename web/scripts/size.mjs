// Measures the brotli size of the first visit and of each lazy route. Fails over the budgets: `npm run size`.
import { readFile } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";

const FIRST = 100_000;
// Each route counts the sheet that all screens share (1.3 kB), though a visit loads it once.
const ROUTE = 25_000;
const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(await readFile(new URL(".vite/manifest.json", dist), "utf8"));

const weigh = async (file) =>
  brotliCompressSync(await readFile(new URL(file, dist)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const filesOf = (key, seen = new Set()) => {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const css of chunk.css ?? []) seen.add(css);
  for (const other of chunk.imports ?? []) filesOf(other, seen);
  return seen;
};

const sum = async (files) => (await Promise.all([...files].map(weigh))).reduce((total, size) => total + size, 0);
const kb = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;

const entryKey = Object.keys(manifest).find((key) => manifest[key].isEntry);
// The entry asks for the rest of what every visit needs only after the first paint; an install pass comes once in the
// life of a home screen's app.
const SELDOM = ["src/api/household/sign-in-by-link.ts"];
const first = manifest[entryKey].dynamicImports
  .filter((key) => !SELDOM.includes(key))
  .reduce((files, key) => filesOf(key, files), filesOf(entryKey));
const firstSize = await sum(first);
let failed = firstSize > FIRST;
console.log(`${kb(firstSize)} of ${kb(FIRST)}  first load (JS + CSS)`);

// A dialog is opened from a screen: chunks that all its importers have loaded do not count.
const alreadyLoaded = (key) => {
  const askers = Object.keys(manifest).filter((other) => manifest[other].dynamicImports?.includes(key));
  const [files, ...rest] = askers.map((asker) => filesOf(asker));
  return new Set([...(files ?? [])].filter((file) => rest.every((other) => other.has(file))));
};

for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || first.has(chunk.file)) continue;
  const loaded = alreadyLoaded(key);
  const extra = [...filesOf(key)].filter((file) => !first.has(file) && !loaded.has(file));
  const size = await sum(extra);
  // The HEIC decoder is a separate library, loaded for HEIC photos only.
  const bounded = !key.includes("heic");
  if (bounded && size > ROUTE) failed = true;
  console.log(`${kb(size)} of ${bounded ? kb(ROUTE) : "  (free) "}  ${key}`);
}
if (failed) {
  console.error("Over the budget.");
  process.exit(1);
}

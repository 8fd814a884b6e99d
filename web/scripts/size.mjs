// Measures the Brotli size of the first load and of what each file needs beside it, counts the files, and how many a changed
// feature renames; fails above the limits: `npm run size`.
import { readFile, readdir } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";

const MAX_FIRST_LOAD_BYTES = 100_000;
// What a screen needs beside the first load, with the modules that all screens share.
const MAX_SCREEN_BYTES = 40_000;
const SCREENS = ["items", "shopping", "scan", "settings", "household"];
// What any other file needs beside the first load.
const MAX_LATER_BYTES = 85_000;
const MAX_FILES = 60;
// A file's name has the hash of its content, so a changed file renames all that name it. Clients fetch them again.
const MAX_RENAMED_FILES = 10;
// Used by several features.
const IS_SHARED = /base-|^_more-|^_product-names-|virtual:catalogue/;
const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(await readFile(new URL(".vite/manifest.json", dist), "utf8"));

const sizeOf = async (file) =>
  brotliCompressSync(await readFile(new URL(file, dist)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const filesOf = (key, seen = new Set()) => {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const css of chunk.css ?? []) seen.add(css);
  for (const other of chunk.imports ?? []) filesOf(other, seen);
  return seen;
};

const sum = async (files) => (await Promise.all([...files].map(sizeOf))).reduce((total, size) => total + size, 0);
const kb = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;

const entryKey = Object.keys(manifest).find((key) => manifest[key].isEntry);
// The entry imports the rest of the first load after the first paint.
const first = manifest[entryKey].dynamicImports.reduce((files, key) => filesOf(key, files), filesOf(entryKey));
const firstSize = await sum(first);
let failed = firstSize > MAX_FIRST_LOAD_BYTES;
console.log(`${kb(firstSize)} of ${kb(MAX_FIRST_LOAD_BYTES)}  first load (JS + CSS)`);

const later = Object.keys(manifest).filter(
  (key) => manifest[key].file.endsWith(".js") && !first.has(manifest[key].file),
);
let screens = 0;
for (const key of later) {
  const size = await sum([...filesOf(key)].filter((file) => !first.has(file)));
  const isScreen = SCREENS.includes(manifest[key].name);
  if (isScreen) screens += 1;
  const limit = isScreen ? MAX_SCREEN_BYTES : MAX_LATER_BYTES;
  // The HEIC decoder is a separate library, loaded for HEIC photos only.
  const isLimited = !key.includes("heic");
  if (isLimited && size > limit) failed = true;
  console.log(`${kb(size)} of ${isLimited ? kb(limit) : "  (free) "}  ${manifest[key].name ?? key}`);
}
if (screens !== SCREENS.length) {
  failed = true;
  console.error(`${screens} of ${SCREENS.length} screens have a file of their name.`);
}
const files = (await readdir(new URL("assets/", dist))).filter((name) => !name.endsWith(".br")).length;
if (files > MAX_FILES) failed = true;
console.log(`${files} of ${MAX_FILES} files`);
const naming = (key) =>
  Object.keys(manifest).filter((other) =>
    [...(manifest[other].imports ?? []), ...(manifest[other].dynamicImports ?? [])].includes(key),
  );
const renamedBy = (key, seen = new Set()) => {
  if (!seen.has(key)) {
    seen.add(key);
    for (const other of naming(key)) renamedBy(other, seen);
  }
  return seen;
};
for (const key of later.filter((key) => !IS_SHARED.test(key))) {
  const renamed = renamedBy(key).size;
  console.log(
    `${String(renamed).padStart(3)} of ${MAX_RENAMED_FILES} files renamed by a change of ${manifest[key].name ?? key}`,
  );
  if (renamed > MAX_RENAMED_FILES) failed = true;
}
if (failed) {
  console.error("Something is above its limit.");
  process.exit(1);
}

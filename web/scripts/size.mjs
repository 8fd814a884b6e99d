// Measures the Brotli size of the first load and of each lazy chunk, and how many files a changed chunk renames; fails above
// the limits: `npm run size`.
import { readFile } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";

const MAX_FIRST_LOAD_BYTES = 100_000;
// Each chunk includes the style sheet that all screens share (1.3 kB).
const MAX_CHUNK_BYTES = 25_000;
// A file's name has the hash of its content, so a changed file renames all that name it. Clients fetch them again.
const MAX_RENAMED_FILES = 15;
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

// Files that all importers of a chunk have loaded already do not count.
const alreadyLoaded = (key) => {
  const importers = Object.keys(manifest).filter((other) => manifest[other].dynamicImports?.includes(key));
  const [files, ...rest] = importers.map((importer) => filesOf(importer));
  return new Set([...(files ?? [])].filter((file) => rest.every((other) => other.has(file))));
};

for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || first.has(chunk.file)) continue;
  const loaded = alreadyLoaded(key);
  const extra = [...filesOf(key)].filter((file) => !first.has(file) && !loaded.has(file));
  const size = await sum(extra);
  // The HEIC decoder is a separate library, loaded for HEIC photos only.
  const isLimited = !key.includes("heic");
  if (isLimited && size > MAX_CHUNK_BYTES) failed = true;
  console.log(`${kb(size)} of ${isLimited ? kb(MAX_CHUNK_BYTES) : "  (free) "}  ${key}`);
}
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
for (const key of Object.keys(manifest).filter((key) => /^src\/(app\/pages\/\w+Screen|features\/)/.test(key))) {
  const renamed = renamedBy(key).size;
  if (renamed > MAX_RENAMED_FILES) {
    failed = true;
    console.error(`A change of ${key} renames ${renamed} files, more than ${MAX_RENAMED_FILES}.`);
  }
}
if (failed) {
  console.error("A chunk is above its limit.");
  process.exit(1);
}

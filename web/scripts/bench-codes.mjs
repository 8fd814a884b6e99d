// Reads 300 rendered, tilted, blurred and noisy package codes as the site's camera does (`lib/codes`, `gs1.ts`). Fails if
// fewer than 98 % are read within a second of processor time, or if one is read as another product: `node
// scripts/bench-codes.mjs [count] [seed]`.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { runnerImport } from "vite";
import bwip from "@bwip-js/node";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const [count = 300, seed = 1] = process.argv.slice(2).map(Number);
const WIDTH = 1280;
const HEIGHT = 720;
/** The processor time within which a code must be read. */
const MAX_READING_MS = 1_000;
/** The pause after a picture, as in `ui/camera/Camera.tsx`. */
const PICTURE_PAUSE_MS = 50;

/** Imports a module of the site. */
const importModule = async (path) =>
  (await runnerImport(new URL(`../src/lib/${path}`, import.meta.url).pathname)).module;
const { READER_OPTIONS, ROTATIONS } = await importModule("codes/options.ts");
const { confirmRepeatedCodes } = await importModule("codes/repeated-codes.ts");
const { parsePackageCode } = await importModule("domain/gs1.ts");
prepareZXingModule({
  overrides: {
    wasmBinary: await readFile(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm")),
  },
  fireImmediately: true,
});

let state = seed >>> 0;
/** A seeded random generator (mulberry32). */
const random = () => {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const between = (low, high) => low + (high - low) * random();
const digits = (n) => Array.from({ length: n }, () => Math.floor(random() * 10)).join("");
const checked = (body) =>
  `${body}${(10 - ([...body].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0) % 10)) % 10}`;
const pad = (code) => code.padStart(14, "0");
const two = (n) => String(n).padStart(2, "0");

/** Returns the code to print and its expected value. */
function subject(n) {
  const gtin = pad(checked(`${3 + Math.floor(random() * 6)}${digits(11)}`));
  const [month, day] = [1 + Math.floor(random() * 12), 1 + Math.floor(random() * 28)];
  const date = `27${two(month)}${two(day)}`;
  const iso = `2027-${two(month)}-${two(day)}`;
  switch (n % 10) {
    case 0:
    case 1:
    case 2:
    case 3:
      return { kind: "EAN-13", bcid: "ean13", text: gtin.slice(1), expected: { gtin } };
    case 4: {
      const text = checked(`${4 + Math.floor(random() * 5)}${digits(6)}`);
      return { kind: "EAN-8", bcid: "ean8", text, expected: { gtin: pad(text) } };
    }
    case 5: {
      const text = checked(`01${digits(9)}`);
      return { kind: "UPC-A", bcid: "upca", text, expected: { gtin: pad(text) } };
    }
    case 6:
      return { kind: "GS1-128", bcid: "gs1-128", text: `(01)${gtin}(15)${date}`, expected: { gtin, bestBefore: iso } };
    case 7:
      return {
        kind: "GS1 DataMatrix",
        bcid: "gs1datamatrix",
        text: `(01)${gtin}(17)${date}(10)L${digits(4)}`,
        expected: { gtin, useBy: iso },
      };
    case 8:
      return {
        kind: "GS1 DataMatrix, short",
        bcid: "gs1datamatrix",
        text: `(01)${gtin}(15)${date}`,
        expected: { gtin, bestBefore: iso },
      };
    default:
      return {
        kind: "QR Digital Link",
        bcid: "qrcode",
        text: `https://id.gs1.org/01/${gtin}/10/A${digits(3)}?17=${date}`,
        expected: { gtin, useBy: iso },
      };
  }
}

/** Returns the size of a code in modules, and a function that returns true for dark points. */
function inkOf({ bcid, text }) {
  const [symbol] = bwip.raw({ bcid, text });
  if (symbol.pixs) {
    const { pixs, pixx, pixy } = symbol;
    return {
      width: pixx,
      height: pixy,
      linear: false,
      ink: (x, y) => x >= 0 && y >= 0 && x < pixx && y < pixy && pixs[Math.floor(y) * pixx + Math.floor(x)] === 1,
    };
  }
  const bars = [];
  let width = 0;
  symbol.sbs.forEach((size, at) => {
    if (at % 2 === 0) bars.push([width, width + size]);
    width += size;
  });
  const inked = new Uint8Array(Math.ceil(width));
  for (const [from, to] of bars) inked.fill(1, Math.round(from), Math.round(to));
  const height = width * 0.4;
  return {
    width,
    height,
    linear: true,
    ink: (x, y) => y >= 0 && y < height && x >= 0 && x < width && inked[Math.floor(x)] === 1,
  };
}

/** Returns random size, tilt, light and focus for a code. */
function scene(code) {
  const { width, height, linear, ink } = inkOf(code);
  const quiet = linear ? 10 : 4;
  // The code fills at least a third of the picture, as the frame on the screen suggests.
  const pixels = linear
    ? (between(0.35, 0.7) * WIDTH) / (width + 2 * quiet)
    : (between(0.25, 0.7) * HEIGHT) / (height + 2 * quiet);
  const tilt = between(-1, 1) * (linear ? 25 : 45);
  const [paper, black] = [between(150, 245), between(15, 70)];
  const [slopeX, slopeY] = [between(-40, 40) / WIDTH, between(-40, 40) / HEIGHT];
  const [centerX, centerY] = [WIDTH / 2 + between(-60, 60), HEIGHT / 2 + between(-40, 40)];
  const table = between(60, 200);
  return {
    width,
    height,
    ink,
    pixels,
    tilt,
    quiet,
    paper,
    black,
    slopeX,
    slopeY,
    centerX,
    centerY,
    table,
    blur: between(0, 0.35) * pixels,
    noise: between(2, 12),
  };
}

/** Renders a picture of a scene, rotated by `turn` degrees and a small random angle. */
function photo(
  { width, height, ink, pixels, tilt, quiet, paper, black, slopeX, slopeY, centerX, centerY, table, blur, noise },
  turn,
) {
  const angle = ((tilt + turn + between(-1, 1)) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const far = (pixels * Math.hypot(width + 2 * quiet, height + 2 * quiet)) / 2 + 8;
  const [left, right] = [Math.max(0, Math.floor(centerX - far)), Math.min(WIDTH, Math.ceil(centerX + far))];
  const [top, bottom] = [Math.max(0, Math.floor(centerY - far)), Math.min(HEIGHT, Math.ceil(centerY + far))];
  const [wide, high] = [right - left, bottom - top];
  const behind = (x, y) => table + 25 * Math.sin(x / 17) * Math.cos(y / 23);
  let paperArea = new Float32Array(wide * high);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      let sum = 0;
      for (let s = 0; s < 4; s += 1) {
        const dx = x + left + 0.25 + 0.5 * (s % 2) - centerX;
        const dy = y + top + 0.25 + 0.5 * (s >> 1) - centerY;
        const u = (dx * cos + dy * sin) / pixels + width / 2;
        const v = (-dx * sin + dy * cos) / pixels + height / 2;
        const onPaper = u > -quiet && u < width + quiet && v > -quiet && v < height + quiet;
        sum += onPaper ? (ink(u, v) ? black : paper) : behind(x + left, y + top);
      }
      paperArea[y * wide + x] = sum / 4 + slopeX * (x + left - WIDTH / 2) + slopeY * (y + top - HEIGHT / 2);
    }
  }
  paperArea = blurred(paperArea, blur, wide, high);
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const inside = x >= left && x < right && y >= top && y < bottom;
      const at = (y * WIDTH + x) * 4;
      data[at] =
        data[at + 1] =
        data[at + 2] =
          (inside ? paperArea[(y - top) * wide + x - left] : behind(x, y)) +
          noise * (random() + random() + random() - 1.5);
      data[at + 3] = 255;
    }
  }
  return { data, width: WIDTH, height: HEIGHT, colorSpace: "srgb" };
}

/** Approximates a Gaussian blur by three box blurs. */
function blurred(image, sigma, width, height) {
  const radius = Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2);
  if (radius < 1) return image;
  let from = image;
  for (let pass = 0; pass < 3; pass += 1) {
    for (const [step, line, lines, length] of [
      [1, width, height, width],
      [width, 1, width, height],
    ]) {
      const to = new Float32Array(from.length);
      for (let n = 0; n < lines; n += 1) {
        const at = (k) => from[n * line + Math.min(length - 1, Math.max(0, k)) * step];
        let sum = 0;
        for (let k = -radius; k <= radius; k += 1) sum += at(k);
        for (let k = 0; k < length; k += 1) {
          to[n * line + k * step] = sum / (2 * radius + 1);
          sum += at(k + radius + 1) - at(k - radius);
        }
      }
      from = to;
    }
  }
  return from;
}

const today = new Date(2026, 10, 24);

/**
 * Reads pictures of a code, as the camera does, until it is confirmed or the time is over. Returns what was read, and the
 * processor time in milliseconds.
 */
async function readAsCamera(code) {
  const held = scene(code);
  const confirm = confirmRepeatedCodes();
  let spent = 0;
  let attempts = 0;
  let found = [];
  while (found.length === 0 && spent < MAX_READING_MS) {
    const picture = photo(held, ROTATIONS[attempts % ROTATIONS.length]);
    const start = process.cpuUsage();
    const codes = (await readBarcodes(picture, READER_OPTIONS)).filter(({ isValid }) => isValid);
    const { user, system } = process.cpuUsage(start);
    spent += (user + system) / 1_000 + PICTURE_PAUSE_MS;
    if (codes.length === 0) attempts += 1;
    found = confirm(codes.map(({ text, format }) => ({ text, format })))
      .map(({ text, format }) => parsePackageCode(text, today, format))
      .filter(Boolean);
  }
  return { found, spent };
}

const kinds = new Map();
const times = [];
let read = 0;
let wrong = 0;
for (let n = 0; n < count; n += 1) {
  const code = subject(n);
  const { found, spent } = await readAsCamera(code);
  times.push(spent);
  const right = found.some((one) => JSON.stringify(one) === JSON.stringify(code.expected));
  if (right) read += 1;
  else if (found.length > 0) {
    wrong += 1;
    console.error(`${code.kind} ${code.text} was read as ${JSON.stringify(found)}`);
  }
  const [good, all] = kinds.get(code.kind) ?? [0, 0];
  kinds.set(code.kind, [good + (right ? 1 : 0), all + 1]);
}
times.sort((a, b) => a - b);
for (const [kind, [good, all]] of kinds) console.log(`${kind.padEnd(22)} ${good} of ${all}`);
console.log(
  `${read} of ${count} read (${((100 * read) / count).toFixed(1)} %), ${wrong} wrong; ${times[Math.floor(count / 2)].toFixed(0)} ms median, ${times[Math.floor(count * 0.95)].toFixed(0)} ms for 95 %, ${times.at(-1).toFixed(0)} ms at most`,
);
if (read / count < 0.98 || wrong > 0) process.exit(1);

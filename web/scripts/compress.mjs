// Compresses the files of the built site with Brotli, `a.js` to `a.js.br`, for the server, which has no encoder. The CDN
// compresses files itself.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const TEXT = /\.(?:css|html|js|json|svg|txt|wasm|webmanifest|xml)$/;
/** The minimum size in bytes, as for the server's responses. */
const MIN_SIZE = 1_000;
/** Above this size in bytes the best quality takes seconds per file and saves one percent. */
const LARGE = 500_000;
const compress = promisify(brotliCompress);

const entries = await readdir(dist, { recursive: true });
await Promise.all(
  entries
    .filter((path) => TEXT.test(path) && !path.startsWith(".vite"))
    .map(async (path) => {
      const bytes = await readFile(new URL(path, dist));
      if (bytes.length < MIN_SIZE) return;
      const quality = bytes.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      await writeFile(new URL(`${path}.br`, dist), await compress(bytes, { params }));
    }),
);

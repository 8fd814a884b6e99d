// Compresses the built site with Brotli, once, so that `larder` serves it without an encoder of its own: `a.js` gets an
// `a.js.br` beside it. The CDN compresses files itself and gets none of these.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const TEXT = /\.(?:css|html|js|json|svg|txt|wasm|webmanifest|xml)$/;
/** In bytes, like the server's limit for other answers: shorter ones are not compressed. */
const MIN_SIZE = 1_000;
/** Above this the best quality takes seconds a file and gains a hundredth. */
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

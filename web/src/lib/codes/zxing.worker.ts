import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import { READER_OPTIONS } from "./options";

/* Reads codes in a worker. The WebAssembly file is bundled; by default the package would load it from a CDN. */

const scope = self as unknown as DedicatedWorkerGlobalScope;
prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith(".wasm") ? wasmUrl : prefix + path) },
});

scope.onmessage = (event: MessageEvent<ImageData>) => {
  readBarcodes(event.data, READER_OPTIONS).then(
    (codes) =>
      scope.postMessage({
        codes: codes.filter(({ isValid }) => isValid).map(({ text, format }) => ({ text, format })),
      }),
    (error: unknown) => scope.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
};

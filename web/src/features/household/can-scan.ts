/** The browser's own reader of square codes; not every one has it. */
export interface CodeReader {
  detect: (source: CanvasImageSource) => Promise<readonly { readonly rawValue: string }[]>;
}

type Maker = new (options: { formats: readonly string[] }) => CodeReader;

export function codeReader(): CodeReader | undefined {
  const maker = (globalThis as { BarcodeDetector?: Maker }).BarcodeDetector;
  return maker && new maker({ formats: ["qr_code"] });
}

export function canScan(): boolean {
  return "BarcodeDetector" in globalThis && typeof navigator.mediaDevices?.getUserMedia === "function";
}

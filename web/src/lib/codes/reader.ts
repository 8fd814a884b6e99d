import { trustedScript } from "../browser/trusted-types";
import { MAX_SIDE, ROTATIONS } from "./options";
import zxingUrl from "./zxing.worker?worker&url";

export interface SeenCode {
  readonly text: string;
  readonly format: string;
}

/** Reads codes in pictures of the camera. */
export interface CodeReader {
  /** Reads the codes in the current picture. Rejects only if reading will never work. */
  read(video: HTMLVideoElement): Promise<readonly SeenCode[]>;
  close(): void;
}

interface Detector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string; readonly format: string }[]>;
}
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

/** Format names of the Shape Detection API. */
const USED_FORMATS = ["ean_13", "ean_8", "upc_a", "upc_e", "qr_code", "data_matrix", "code_128", "itf"];
/** A browser's reader must support these; it then usually supports the others. */
const REQUIRED_FORMATS = ["ean_13", "qr_code"];

/** Returns true if the page can request a camera. */
export function hasCamera(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === "function";
}

/** Opens the browser's reader if it supports package codes, else the ZXing reader, which is loaded on first use. */
export async function openCodeReader(): Promise<CodeReader> {
  return (await nativeReader()) ?? zxingReader();
}

async function nativeReader(): Promise<CodeReader | undefined> {
  const BarcodeDetector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const supported = BarcodeDetector ? await BarcodeDetector.getSupportedFormats().catch(() => []) : [];
  if (!BarcodeDetector || !REQUIRED_FORMATS.every((format) => supported.includes(format))) return undefined;
  const detector = new BarcodeDetector({ formats: USED_FORMATS.filter((format) => supported.includes(format)) });
  return {
    // A picture that cannot be read has no codes; the next one may have.
    read: async (video) =>
      (await detector.detect(video).catch(() => [])).map(({ rawValue, format }) => ({ text: rawValue, format })),
    close: () => undefined,
  };
}

function zxingReader(): CodeReader {
  const worker = new Worker(trustedScript(zxingUrl), { type: "module" });
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  let attempts = 0;
  return {
    read: (video) =>
      new Promise((resolve, reject) => {
        const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight));
        canvas.width = Math.round(video.videoWidth * scale);
        canvas.height = Math.round(video.videoHeight * scale);
        if (!context || canvas.width === 0 || canvas.height === 0) return resolve([]);
        const angle = ((ROTATIONS[attempts % ROTATIONS.length] ?? 0) * Math.PI) / 180;
        context.translate(canvas.width / 2, canvas.height / 2);
        context.rotate(angle);
        context.drawImage(video, -canvas.width / 2, -canvas.height / 2, canvas.width, canvas.height);
        const picture = context.getImageData(0, 0, canvas.width, canvas.height);
        worker.onmessage = ({ data }: MessageEvent<{ codes?: readonly SeenCode[]; error?: string }>) => {
          if (!data.codes) return reject(new Error(data.error));
          // After a success the same rotation is used again.
          if (data.codes.length === 0) attempts += 1;
          resolve(data.codes);
        };
        worker.onerror = () => reject(new Error("The barcode reader cannot be loaded."));
        worker.postMessage(picture, [picture.data.buffer]);
      }),
    close: () => worker.terminate(),
  };
}

import { locale, type Language } from "../../lib/language/i18n";

/** The limit and the types of receipt files (specification §5), and PDFs. */
export const MAX_BYTES = 10 * 1024 * 1024;
const PICTURE_EXTENSIONS = ["jpg", "jpeg", "png", "gif", "bmp", "webp", "tiff", "tif", "heic", "heif"];
export const EXTENSIONS: readonly string[] = [...PICTURE_EXTENSIONS, "pdf"];
const MIME_TYPES: ReadonlySet<string> = new Set([
  "image/jpeg",
  "image/jpg",
  "image/png",
  "image/gif",
  "image/bmp",
  "image/webp",
  "image/tiff",
  "image/heic",
  "image/heif",
  "application/pdf",
]);

/** The types for the file picker of phones, and the extensions for systems without a type for HEIC. */
export const ACCEPT = [...MIME_TYPES, ...EXTENSIONS.map((extension) => `.${extension}`)].join(",");

function extensionOf(fileName: string): string {
  return fileName.toLowerCase().split(".").pop() ?? "";
}

/** Returns true for a picture. A file without a type is judged by its extension: many systems know none for HEIC. */
export function isPicture({ name, type }: { name: string; type: string }): boolean {
  return type.startsWith("image/") || (type === "" && PICTURE_EXTENSIONS.includes(extensionOf(name)));
}

type FileProblem = "too-large" | "unsupported" | "empty";

/** Returns the problem of a file, if any. A file of an unlisted type is accepted if its extension is listed. */
export function checkReceiptFile(file: { name: string; type: string; size: number }): FileProblem | null {
  const isListed = MIME_TYPES.has(file.type.toLowerCase()) || EXTENSIONS.includes(extensionOf(file.name));
  if (!isListed) return "unsupported";
  if (file.size > MAX_BYTES) return "too-large";
  if (file.size === 0) return "empty";
  return null;
}

export function sizeInMegabytes(of: Language, bytes: number): string {
  return (bytes / (1024 * 1024)).toLocaleString(locale(of), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

import { ApiError } from "../../api/client";
import type { ImportDayOrder } from "../../api/types";
import { language } from "../../lib/language/i18n";
import { decode, guessEncoding, isAscii, type Encoding } from "./encodings";

/** A little less than the server's limit, 32 MiB, which applies to the text in UTF-8. */
export const MAX_FILE_BYTES = 32_000_000;

/** A file with its bytes, so that its text can be decoded again in another encoding. */
export interface DecodedFile {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly text: string;
  /** False if every encoding gives the same text. */
  readonly canChooseEncoding: boolean;
}

/** A file that cannot be read in the browser. The message is in the user's language. */
export class FileError extends Error {}

/** Reads a file, and decodes it in the encoding that its bytes suggest. */
export async function readFile(file: Blob): Promise<DecodedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = guessEncoding(bytes, language());
  const text = decode(bytes, encoding);
  // JSON is UTF-8 by its standard.
  return { bytes, encoding, text, canChooseEncoding: !isAscii(bytes) && !isJson(text) };
}

/** Decodes a file again. */
export function decodeAs(file: DecodedFile, encoding: Encoding): DecodedFile {
  return { ...file, encoding, text: decode(file.bytes, encoding) };
}

/** Returns true for JSON, which has no row of headings. */
export function isJson(text: string): boolean {
  return /^\s*(?:\{|\[\s*[{["])/.test(text);
}

/** Parses three numbers in a given order as an ISO date; undefined if they are no date. */
export function parseDay(example: string, order: ImportDayOrder): string | undefined {
  const numbers = example.match(/\d+/g)?.slice(0, 3) ?? [];
  const indexes = { dayFirst: [2, 1, 0], monthFirst: [2, 0, 1], yearFirst: [0, 1, 2] }[order];
  const [year = "", month = "", day = ""] = indexes.map((index) => numbers[index] ?? "");
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

/** Returns the server's code for why it cannot read a file, and the line with the problem. */
export function unreadableReason(error: unknown): { reason: string; line: number } | undefined {
  const body = error instanceof ApiError ? error.body : undefined;
  if (typeof body !== "object" || body === null || !("reason" in body) || typeof body.reason !== "string")
    return undefined;
  return { reason: body.reason, line: "line" in body && typeof body.line === "number" ? body.line : 0 };
}

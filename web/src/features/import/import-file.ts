/** The server takes five megabytes of JSON, in which quotation marks and line ends are two signs each. */
export const MAX_FILE_BYTES = 4_000_000;

/** The text of a file: UTF-8, or else what spreadsheets of Windows write. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

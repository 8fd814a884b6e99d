/** Downloads text or bytes as a file. */
export function saveFile(name: string, type: string, ...parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by then, and keeps the data.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

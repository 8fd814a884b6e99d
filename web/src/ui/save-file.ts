/** Hands text or bytes to the browser as a download. */
export function saveFile(name: string, type: string, ...parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download keeps its data once it has started.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A file of a ZIP archive. It is not compressed, since pictures are already. */
export interface ZipFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly modifiedAt: Date;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Encodes numbers of two or four bytes, in little-endian order. */
function record(fields: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
  let offset = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(offset, value, true);
    else view.setUint32(offset, value, true);
    offset += size;
  }
  return new Uint8Array(view.buffer);
}

/** Returns the parts of an archive (APPNOTE 6.3.10): each file after its header, then the directory. */
export function zip(files: readonly ZipFile[]): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes, modifiedAt } of files) {
    const text = new TextEncoder().encode(name);
    const time = (modifiedAt.getHours() << 11) | (modifiedAt.getMinutes() << 5) | (modifiedAt.getSeconds() >> 1);
    const day = ((modifiedAt.getFullYear() - 1980) << 9) | ((modifiedAt.getMonth() + 1) << 5) | modifiedAt.getDate();
    // The fields that both headers have: version 2.0, names in UTF-8, no compression, …
    const common = [
      [2, 20],
      [2, 0x800],
      [2, 0],
      [2, time],
      [2, day],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, text.length],
      [2, 0],
    ] as const;
    const header = record([[4, 0x04034b50], ...common]);
    directory.push(record([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]), text);
    parts.push(header, text, bytes);
    offset += header.length + text.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  return [
    ...parts,
    ...directory,
    record([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, files.length],
      [2, files.length],
      [4, size],
      [4, offset],
      [2, 0],
    ]),
  ];
}

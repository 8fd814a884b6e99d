import { describe, expect, it } from "vitest";
import { decode, guessEncoding, isAscii, type Encoding } from "./encodings";

/** Encodes a text. Single-byte encodings are inverted by decoding each byte. */
function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "utf-16le" || encoding === "utf-16be") {
    const bytes = new Uint8Array(text.length * 2);
    const view = new DataView(bytes.buffer);
    for (let index = 0; index < text.length; index += 1)
      view.setUint16(index * 2, text.charCodeAt(index), encoding === "utf-16le");
    return bytes;
  }
  const byteOf = new Map<string, number>();
  for (let byte = 255; byte >= 0; byte -= 1) byteOf.set(decode(Uint8Array.of(byte), encoding), byte);
  return Uint8Array.from([...text], (character) => {
    const byte = byteOf.get(character);
    if (byte === undefined) throw new Error(`${encoding} has no ${character}`);
    return byte;
  });
}

const GERMAN = "Name;Menge\nKäse;2\nGemüse und Öl;1\nSüßstoff;1\n";
const POLISH = "Nazwa;Ilość\nTwaróg półtłusty;2\nŻółty ser;1\nGęś;1\nKości;1\n";

describe("guesses the encoding", () => {
  it.each<[Encoding, string, string]>([
    ["utf-8", GERMAN, "en"],
    ["utf-16le", GERMAN, "en"],
    ["utf-16be", GERMAN, "en"],
    ["windows-1252", GERMAN, "en"],
    ["windows-1250", POLISH, "pl"],
  ])("of %s", (encoding, text, language) => {
    const bytes = encode(text, encoding);
    expect(decode(bytes, guessEncoding(bytes, language))).toBe(text);
  });

  it.each<[Encoding, string, readonly number[]]>([
    [
      "shift_jis",
      "牛乳;1\nパン;2\n",
      [0x8b, 0x8d, 0x93, 0xfb, 0x3b, 0x31, 0x0a, 0x83, 0x70, 0x83, 0x93, 0x3b, 0x32, 0x0a],
    ],
    ["euc-kr", "우유;1\n", [0xbf, 0xec, 0xc0, 0xaf, 0x3b, 0x31, 0x0a]],
  ])("of %s", (encoding, text, bytes) => {
    const file = Uint8Array.from(bytes);
    expect([guessEncoding(file, "en"), decode(file, encoding)]).toEqual([encoding, text]);
  });

  it("of ASCII and empty text as UTF-8", () => {
    for (const text of ["", "Name;Menge\nReis;2\n"]) expect(guessEncoding(encode(text, "utf-8"), "pl")).toBe("utf-8");
  });
});

it("tells ASCII from other text", () =>
  expect(["Reis", "Käse"].map((text) => isAscii(encode(text, "utf-8")))).toEqual([true, false]));

it.each<Encoding>(["macintosh", "cp850"])("decodes %s, which the user can choose", (encoding) =>
  expect(decode(encode(GERMAN, encoding), encoding)).toBe(GERMAN),
);

it("removes the byte order mark", () => {
  expect(decode(Uint8Array.of(0xff, 0xfe, 0x4b, 0), "utf-16le")).toBe("K");
  expect(decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x4b), "utf-8")).toBe("K");
});

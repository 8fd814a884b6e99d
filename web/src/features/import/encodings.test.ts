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
const FRENCH = "Nom;Quantité\nCrème fraîche;2\nPâtes complètes;1\nBœuf haché;1\n";
const FRENCH_DOS = "Nom;Quantité\nCrème fraîche;2\nPâtes complètes;1\n";
const CZECH = "Název;Množství\nHrášek;2\nČervená čočka;1\nRýže;3\nměkký sýr;1\n";
const POLISH = "Nazwa;Ilość\nTwaróg półtłusty;2\nŻółty ser;1\nGęś;1\nKości;1\n";
const HUNGARIAN = "Név;Mennyiség\nTejföl;2\nGyümölcs;1\nSűrű főzelék;1\n";

describe("guesses the encoding", () => {
  it.each<[Encoding, string]>([
    ["utf-8", GERMAN],
    ["utf-16le", GERMAN],
    ["utf-16be", GERMAN],
    ["windows-1252", GERMAN],
    ["macintosh", GERMAN],
    ["cp850", GERMAN],
    // Node 20 decodes the letters of Windows that Latin 1 lacks (œ) as controls; browsers do not.
    ["windows-1252", FRENCH_DOS],
    ["macintosh", FRENCH],
    ["cp850", FRENCH_DOS],
    ["windows-1250", CZECH],
    ["cp852", CZECH],
    ["windows-1250", POLISH],
    ["windows-1250", HUNGARIAN],
    ["windows-1251", "Название;Количество\nМолоко;2\nХлеб ржаной;1\n"],
    ["windows-1253", "Όνομα;Ποσότητα\nΓάλα;2\nΨωμί;1\n"],
    ["windows-1254", "Ürün;Miktar\nYoğurt;2\nSığır kıyma;1\nŞeker;1\n"],
  ])("of %s", (encoding, text) => {
    const bytes = encode(text, encoding);
    expect(decode(bytes, guessEncoding(bytes))).toBe(text);
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
    expect([guessEncoding(file), decode(file, encoding)]).toEqual([encoding, text]);
  });

  it("of ASCII and empty text as UTF-8", () => {
    for (const text of ["", "Name;Menge\nReis;2\n"]) expect(guessEncoding(encode(text, "utf-8"))).toBe("utf-8");
    expect([isAscii(encode("Reis", "utf-8")), isAscii(encode("Käse", "utf-8"))]).toEqual([true, false]);
  });
});

it("removes the byte order mark", () => {
  expect(decode(Uint8Array.of(0xff, 0xfe, 0x4b, 0), "utf-16le")).toBe("K");
  expect(decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x4b), "utf-8")).toBe("K");
});

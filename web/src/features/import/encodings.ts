/**
 * Decodes the bytes of text files, and proposes an encoding. The user sees its letters in the preview and can change
 * it.
 */

/** The encodings that the user can choose, the most likely first. */
export const ENCODINGS = [
  "utf-8",
  "windows-1252",
  "windows-1250",
  "macintosh",
  "cp850",
  "cp852",
  "cp437",
  "iso-8859-2",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1257",
  "utf-16le",
  "utf-16be",
  "shift_jis",
  "euc-kr",
  "gb18030",
  "big5",
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The language of each East Asian encoding, which names it on screen. */
export const LANGUAGE_OF: Readonly<Partial<Record<Encoding, string>>> = {
  shift_jis: "ja",
  "euc-kr": "ko",
  gb18030: "zh-Hans",
  big5: "zh-Hant",
};

/** The upper halves of the DOS code pages, which browsers cannot decode. */
const DOS_PAGES: Readonly<Partial<Record<Encoding, string>>> = {
  cp437:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  cp850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  cp852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
};

/**
 * Characters that only this encoding produces, so that two accented letters are not decoded as one of its characters.
 */
const SCRIPTS: readonly (readonly [Encoding, RegExp])[] = [
  ["shift_jis", /[\p{Script=Hiragana}ァ-ヺ]/u],
  ["euc-kr", /\p{Script=Hangul}{2}/u],
];
/** The part of a file, from its start, in which zeros are counted. */
const SAMPLE_BYTES = 200_000;

/** Decodes bytes; those that are invalid in the encoding become U+FFFD. */
export function decode(bytes: Uint8Array, encoding: Encoding): string {
  const page = DOS_PAGES[encoding];
  if (page === undefined) return new TextDecoder(encoding).decode(bytes);
  let text = "";
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : page.charAt(byte - 128);
  return text;
}

/** Returns true if every encoding but UTF-16 gives the same text. */
export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte > 0 && byte < 128);
}

/**
 * Proposes UTF-8 or UTF-16 if the bytes prove it, Shift_JIS or EUC-KR if the text has kana or Hangul, otherwise the
 * encoding of Windows: windows-1250 for Polish, windows-1252 for the other languages.
 */
export function guessEncoding(bytes: Uint8Array, language: string): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  // In UTF-16, each Latin letter has a zero in every second byte; text in other encodings has none.
  if (Math.max(even, odd) > sample.length / 8) return odd > even ? "utf-16le" : "utf-16be";
  const decodeStrictly = (encoding: Encoding) => {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      return undefined;
    }
  };
  if (decodeStrictly("utf-8") !== undefined) return "utf-8";
  const multiByte = SCRIPTS.find(([encoding, script]) => script.test(decodeStrictly(encoding) ?? ""));
  return multiByte?.[0] ?? (language === "pl" ? "windows-1250" : "windows-1252");
}

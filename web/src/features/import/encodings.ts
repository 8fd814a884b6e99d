/** Decodes the bytes of text files, and guesses the encoding of those that are not UTF-8. */

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

/** The language of each encoding that uses several bytes per character. */
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

/** The non-ASCII letters of the supported languages, one language per entry. */
const ALPHABETS: readonly string[] = [
  "äöüß",
  "àâçéèêëîïôùûüÿœæ",
  "áéíóúüñ",
  "àèéìòùî",
  "ãõáéíóúâêôàç",
  "æøåéäö",
  "ëïéèöüáóç",
  "ąćęłńóśźż",
  "áčďéěíňóřšťúůýž",
  "áäčďéíľĺňóôŕšťúýž",
  "áéíóöőúüű",
  "čćđšž",
  "ăâîșțşţ",
  "çğıi̇öşüâîû",
  "ąčęėįšųūžāēģīķļņõäöü",
  "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў",
  "αβγδεζηθικλμνξοπρστυφχψως άέήίόύώϊϋΐΰ",
];
/**
 * Characters that only this encoding produces, so that two accented letters are not decoded as one of its characters.
 */
const SCRIPTS: readonly (readonly [Encoding, RegExp])[] = [
  ["shift_jis", /[\p{Script=Hiragana}ァ-ヺ]/u],
  ["euc-kr", /\p{Script=Hangul}{2}/u],
];
const NON_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Non-letters that are common in lists. */
const COMMON_SYMBOLS = "€£°½¼¾–—“”„‘’‚‹›«»…§©®×·•№²³ºª™µ\u00a0\u202f";
/** The part of a file that is checked, from its start. */
const SAMPLE_BYTES = 200_000;

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
 * Guesses the encoding by the letters of the supported languages. Of the test's cases, the library `chardet` recognises
 * four of ten, and `jschardet` 4 all, but with a model of 716 kB.
 */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  // Letters of Latin scripts have a zero in every second byte; no other text has any.
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
  if (multiByte) return multiByte[0];
  let best: { encoding: Encoding; score: number } = { encoding: "windows-1252", score: -Infinity };
  for (const encoding of ENCODINGS) {
    if (encoding.startsWith("utf") || encoding in LANGUAGE_OF) continue;
    const score = plausibility(decode(sample, encoding));
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
}

/** Rates how well a text fits its best-fitting language. */
function plausibility(text: string): number {
  const counts = new Map<string, number>();
  let penalty = 0;
  for (const [run] of text.matchAll(/[^\x00-\x7f]+/gu)) {
    // In Latin scripts, words rarely have three non-ASCII letters in a row.
    if (!NON_LATIN.test(run) && run.length > 2) penalty += run.length;
  }
  for (const [, before = "", character = "", after = ""] of text.matchAll(/(?<=(.?))([^\x00-\x7f])(?=(.?))/gsu)) {
    if (/\p{L}/u.test(character)) {
      const lower = character.toLowerCase();
      counts.set(lower, (counts.get(lower) ?? 0) + 1);
      const isUpper = lower !== character;
      const isInside = /\p{Ll}/u.test(before) || (/\p{L}/u.test(before) && /\p{Ll}/u.test(after));
      if (isUpper && isInside) penalty += 2;
      // No word mixes scripts.
      if (NON_LATIN.test(character) && /[a-z]/i.test(before + after)) penalty += 3;
    } else if (/[\p{Cc}\ufffd]/u.test(character)) penalty += 10;
    else if (/\p{L}/u.test(before) && /\p{L}/u.test(after) && !"’·".includes(character)) penalty += 3;
    else if (!COMMON_SYMBOLS.includes(character)) penalty += 1;
  }
  const scores = ALPHABETS.map((alphabet) =>
    [...counts].reduce((sum, [letter, count]) => sum + (alphabet.includes(letter) ? count : -2 * count), 0),
  );
  return Math.max(...scores) - penalty;
}

/** Decodes the bytes of text files, and guesses the encoding of those that are not UTF-8. */

/** The encodings that a person can choose, the most likely first. */
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

/** The languages of the encodings with several bytes for a character. */
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

/** The letters beyond ASCII of the languages that receipts and lists are written in. */
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
/** What each of them writes and no other, so that two bytes with accents are not taken for one of its characters. */
const SCRIPTS: readonly (readonly [Encoding, RegExp])[] = [
  ["shift_jis", /[\p{Script=Hiragana}ァ-ヺ]/u],
  ["euc-kr", /\p{Script=Hangul}{2}/u],
];
const NON_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Signs that stand in lists beside words. */
const USUAL_SIGNS = "€£°½¼¾–—“”„‘’‚‹›«»…§©®×·•№²³ºª™µ\u00a0\u202f";
/** How much of a file the guess looks at. */
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
 * Guesses by the letters of our languages. Libraries were tried on the cases of the test: `chardet` knows four of ten,
 * `jschardet` 4 all of them, with a model of 716 kB.
 */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  // Letters of Latin scripts have a zero in every second byte; no other text has any.
  if (Math.max(even, odd) > sample.length / 8) return odd > even ? "utf-16le" : "utf-16be";
  const exact = (encoding: Encoding) => {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      return undefined;
    }
  };
  if (exact("utf-8") !== undefined) return "utf-8";
  const written = SCRIPTS.find(([encoding, script]) => script.test(exact(encoding) ?? ""));
  if (written) return written[0];
  let best: { encoding: Encoding; score: number } = { encoding: "windows-1252", score: -Infinity };
  for (const encoding of ENCODINGS) {
    if (encoding.startsWith("utf") || encoding in LANGUAGE_OF) continue;
    const score = plausibility(decode(sample, encoding));
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
}

/** Rates how well a text fits the language that it fits best. */
function plausibility(text: string): number {
  const counts = new Map<string, number>();
  let penalty = 0;
  for (const [run] of text.matchAll(/[^\x00-\x7f]+/gu)) {
    // Latin languages put letters of ASCII between those with accents.
    if (!NON_LATIN.test(run) && run.length > 2) penalty += run.length;
  }
  for (const [, before = "", sign = "", after = ""] of text.matchAll(/(?<=(.?))([^\x00-\x7f])(?=(.?))/gsu)) {
    if (/\p{L}/u.test(sign)) {
      const lower = sign.toLowerCase();
      counts.set(lower, (counts.get(lower) ?? 0) + 1);
      const isUpper = lower !== sign;
      const isInside = /\p{Ll}/u.test(before) || (/\p{L}/u.test(before) && /\p{Ll}/u.test(after));
      if (isUpper && isInside) penalty += 2;
      // No word mixes scripts.
      if (NON_LATIN.test(sign) && /[a-z]/i.test(before + after)) penalty += 3;
    } else if (/[\p{Cc}\ufffd]/u.test(sign)) penalty += 10;
    else if (/\p{L}/u.test(before) && /\p{L}/u.test(after) && !"’·".includes(sign)) penalty += 3;
    else if (!USUAL_SIGNS.includes(sign)) penalty += 1;
  }
  const fits = ALPHABETS.map((alphabet) =>
    [...counts].reduce((sum, [letter, count]) => sum + (alphabet.includes(letter) ? count : -2 * count), 0),
  );
  return Math.max(...fits) - penalty;
}

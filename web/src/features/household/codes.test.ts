import { expect, it } from "vitest";
import { LINK_CODE_LENGTH, normalizeCode, RECOVERY_CODE_LENGTH, secretOf, formatCode, wrongCharacter } from "./codes";

it("normalizes a code with spaces, dashes, lower case and confused letters", () => {
  for (const typed of ["AB1D-E0GH", "ab1deogh", " aB lD – e o g h ", "abIde0gh"])
    expect(normalizeCode(typed, LINK_CODE_LENGTH)).toBe("AB1DE0GH");
});

it("returns null for text that is no code", () => {
  for (const typed of ["", "ABCD-EFG", "ABCD-EFGHJ", "ABCD-EFGU", "ABCD-EFG!"])
    expect(normalizeCode(typed, LINK_CODE_LENGTH)).toBeNull();
  expect(normalizeCode("00000-00000-00000-00000-0000", RECOVERY_CODE_LENGTH)).toBeNull();
});

it("finds the first character that is not allowed in a code", () => {
  expect(wrongCharacter("oil-AB CD")).toBeUndefined();
  expect(wrongCharacter("AB-CuDE!")).toEqual({ index: 4, character: "u" });
  expect(wrongCharacter("AB\u00e4")).toEqual({ index: 2, character: "\u00e4" });
});

it("formats a code in groups", () => expect(formatCode("ABCDEFGH")).toBe("ABCD-EFGH"));

it("accepts only links to this site", () => {
  const secret = "a".repeat(43);
  expect(secretOf(`https://larder.example/link#${secret}`, "https://larder.example")).toBe(secret);
  for (const other of [
    `https://evil.example/link#${secret}`,
    `https://larder.example/link#${secret}x`,
    "https://larder.example/link",
    `https://larder.example/shared/link#${secret}`,
  ]) {
    expect(secretOf(other, "https://larder.example")).toBeNull();
  }
});

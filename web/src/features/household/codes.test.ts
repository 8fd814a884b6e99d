import { expect, it } from "vitest";
import { LINK_CODE, readCode, RECOVERY_CODE, secretOf, showCode, wrongCharacter } from "./codes";

it("reads a code however it is written", () => {
  for (const typed of ["AB1D-E0GH", "ab1deogh", " aB lD – e o g h ", "abIde0gh"])
    expect(readCode(typed, LINK_CODE)).toBe("AB1DE0GH");
});

it("knows what is no code", () => {
  for (const typed of ["", "ABCD-EFG", "ABCD-EFGHJ", "ABCD-EFGU", "ABCD-EFG!"])
    expect(readCode(typed, LINK_CODE)).toBeNull();
  expect(readCode("00000-00000-00000-00000-0000", RECOVERY_CODE)).toBeNull();
});

it("finds the character that no code has", () => {
  expect(wrongCharacter("oil-AB CD")).toBeUndefined();
  expect(wrongCharacter("AB-CuDE!")).toEqual({ at: 4, character: "u" });
  expect(wrongCharacter("AB\u00e4")).toEqual({ at: 2, character: "\u00e4" });
});

it("shows a code in groups", () => expect(showCode("ABCDEFGH")).toBe("ABCD-EFGH"));

it("takes a link to this site only", () => {
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

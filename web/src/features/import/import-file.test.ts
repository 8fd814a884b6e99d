import { expect, it } from "vitest";
import { ApiError } from "../../api/client";
import { parseDay, isJson, decodeAs, readFile, unreadableReason } from "./import-file";

it("decodes a file in the guessed encoding and in the chosen one", async () => {
  const utf8 = await readFile(new Blob(["Käse;€"]));
  expect([utf8.text, utf8.encoding]).toEqual(["Käse;€", "utf-8"]);
  const dos = await readFile(new Blob([new Uint8Array([0x4b, 0x84, 0x73, 0x65])]));
  expect(dos.encoding).toBe("windows-1252");
  expect(decodeAs(dos, "cp850").text).toBe("Käse");
});

it("lets the user choose the encoding, except of ASCII and JSON", async () => {
  expect((await readFile(new Blob(["Reis"]))).canChooseEncoding).toBe(false);
  for (const json of ['{"name":"Käse"}', '[ {"name":"Käse"} ]'])
    expect((await readFile(new Blob([json]))).canChooseEncoding, json).toBe(false);
  expect((await readFile(new Blob(["[ ] Käse"]))).canChooseEncoding).toBe(true);
});

it("distinguishes JSON from a list with check boxes", () => {
  expect([' {"items": []}', "[]", "[ {}]", "[x] Milk", "[ ] Milk", "Milk"].map(isJson)).toEqual([
    true,
    false,
    true,
    false,
    false,
    false,
  ]);
});

it("parses a date in each order of day, month and year", () => {
  expect([parseDay("02/12/2026", "dayFirst"), parseDay("02/12/2026", "monthFirst")]).toEqual([
    "2026-12-02",
    "2026-02-12",
  ]);
  expect([parseDay("26-12-31", "yearFirst"), parseDay("31/12/2026", "monthFirst"), parseDay("", "dayFirst")]).toEqual([
    "2026-12-31",
    undefined,
    undefined,
  ]);
});

it("returns the reason why a file cannot be read", () => {
  expect(unreadableReason(new ApiError(422, "", { reason: "openQuote", line: 2 }, undefined))).toEqual({
    reason: "openQuote",
    line: 2,
  });
  expect(unreadableReason(new ApiError(422, "", { error: "x" }, undefined))).toBeUndefined();
  expect(unreadableReason(new Error("x"))).toBeUndefined();
});

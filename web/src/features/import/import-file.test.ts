import { expect, it } from "vitest";
import { textOf } from "./import-file";

it("reads UTF-8, and else what Windows writes", async () => {
  expect(await textOf(new Blob(["Käse;€"]))).toBe("Käse;€");
  // Without a euro sign: Node 20 decodes that name as Latin 1, browsers as it should be.
  expect(await textOf(new Blob([new Uint8Array([0x4b, 0xe4, 0x73, 0x65, 0x3b])]))).toBe("Käse;");
});

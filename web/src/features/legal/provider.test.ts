import { expect, it } from "vitest";
import { providerOf } from "./provider";

it("reads the operator from the build's variables", () => {
  expect(
    providerOf({
      VITE_PROVIDER_NAME: " Ana Example ",
      VITE_PROVIDER_ADDRESS: "1 Main Street | 12345 Town |",
      VITE_PROVIDER_EMAIL: "ana@example.org",
    }),
  ).toEqual({
    name: "Ana Example",
    address: ["1 Main Street", "12345 Town"],
    email: "ana@example.org",
  });
});

it("returns null without a name", () => {
  expect(providerOf({})).toBeNull();
  expect(providerOf({ VITE_PROVIDER_NAME: "  ", VITE_PROVIDER_EMAIL: "a@b.c" })).toBeNull();
});

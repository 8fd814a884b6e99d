import { expect, it } from "vitest";
import { agreement } from "./agreement";

const ean = { text: "4006381333931", format: "EAN13" };
const upcE = { text: "01234565", format: "UPCE" };

it("a barcode is believed when it is read twice, whatever was read in between", () => {
  const agreed = agreement();
  expect([agreed([ean]), agreed([]), agreed([upcE]), agreed([ean])]).toEqual([[], [], [], [ean]]);
});

it("a square code is believed at once, a UPC-E, which a piece of another can look like, after four times", () => {
  const agreed = agreement();
  expect(agreed([{ text: "x", format: "qr_code" }])).toHaveLength(1);
  expect(agreed([{ text: "y", format: "DataMatrix" }])).toHaveLength(1);
  expect([agreed([upcE]), agreed([upcE]), agreed([upcE]), agreed([upcE])].map(({ length }) => length)).toEqual([0, 0, 0, 1]);
});

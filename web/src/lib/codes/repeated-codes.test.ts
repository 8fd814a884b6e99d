import { expect, it } from "vitest";
import { confirmRepeatedCodes } from "./repeated-codes";

const ean = { text: "4006381333931", format: "EAN13" };
const upcE = { text: "0012345000065", format: "UPCE" };

it("accepts a barcode when it is read twice, whatever was read in between", () => {
  const confirm = confirmRepeatedCodes();
  expect([confirm([ean]), confirm([]), confirm([upcE]), confirm([ean])]).toEqual([[], [], [], [ean]]);
});

it("accepts QR and DataMatrix codes at once", () => {
  const confirm = confirmRepeatedCodes();
  expect(confirm([{ text: "x", format: "qr_code" }])).toHaveLength(1);
  expect(confirm([{ text: "y", format: "DataMatrix" }])).toHaveLength(1);
});

it("never accepts the left half of an EAN-13, which reads as a UPC-E that begins with 1", () => {
  const confirm = confirmRepeatedCodes();
  // 4410310858097 as zxing-wasm and as Chrome's own reader return it.
  for (const half of [
    { text: "0141000000314", format: "UPCE" },
    { text: "14103104", format: "upc_e" },
  ]) {
    for (let picture = 0; picture < 9; picture += 1) expect(confirm([half])).toEqual([]);
  }
  for (const whole of [upcE, { text: "01234565", format: "upc_e" }])
    expect([confirm([whole]), confirm([whole])]).toEqual([[], [whole]]);
});

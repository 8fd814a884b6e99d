import { describe, expect, it } from "vitest";
import { isOfOneChain, parsePackageCode } from "./gs1";

const TODAY = new Date(2026, 10, 24);
const read = (text: string, format?: string) => parsePackageCode(text, TODAY, format);
const GS = "\u001D";

describe("plain barcodes", () => {
  it.each([
    ["9506000134352", "", "09506000134352"],
    ["4006381333931", "EAN-13", "04006381333931"],
    ["012345678905", "UPC-A", "00012345678905"],
    ["96385074", "EAN-8", "00000096385074"],
    ["10012345678902", "ITF", "10012345678902"],
    // Each pattern of a UPC-E.
    ["01278907", "UPC-E", "00012000007897"],
    ["04252614", "upc_e", "00042100005264"],
    ["01234531", "UPC-E", "00012300000451"],
    ["01234543", "UPC-E", "00012340000053"],
    ["01234565", "UPC-E", "00012345000065"],
  ])("%s (%s) is %s", (text, format, gtin) => expect(read(text, format)).toEqual({ gtin }));

  it.each([
    "9506000134353",
    "950600013435",
    "012345678906",
    "96385075",
    "123",
    "",
    "hello",
    "WIFI:S:home;;",
    "https://example.com/menu",
    "https://example.com/01/",
    "0000000000000",
  ])("rejects %j", (text) => expect(read(text)).toBeNull());

  it.each(["2012345678903", "0212345678909", "0412345678903", "2912345678906", "0201234567899"])(
    "has no GTIN for the in-store number %s",
    (text) => expect(read(text)).toEqual({ gtin: null }),
  );

  it("has the GTIN of eight digits that is one chain's own product", () => {
    expect(read("20123451")).toEqual({ gtin: "00000020123451" });
    expect(["00000020123451", "09506000134352", null].map(isOfOneChain)).toEqual([true, false, false]);
  });
});

describe("a typed UPC-E", () => {
  it.each([
    ["07838604", "00078000003864"],
    ["01234565", "00012345000065"],
  ])("parses %s as %s, as when it is scanned", (text, gtin) => {
    expect(read(text)).toEqual({ gtin });
    expect(read(text, "UPC-E")).toEqual({ gtin });
  });

  it("is not a scanned EAN-8, and not a typed EAN-8 of a product", () => {
    expect(read("01234565", "EAN-8")).toEqual({ gtin: null });
    expect(read("96385074")).toEqual({ gtin: "00000096385074" });
    expect(read("07838605")).toBeNull();
  });
});

it.each([
  ["3202000150", { quantity: 1.5, unit: "lb" }],
  ["3201000005", { quantity: 0.5, unit: "lb" }],
  ["3103000195", { quantity: 195, unit: "g" }],
  ["3150000002", { quantity: 2, unit: "l" }],
  ["3153000750", { quantity: 750, unit: "ml" }],
  ["3570000012", { quantity: 12, unit: "oz" }],
  ["3610000001", { quantity: 1, unit: "gallon" }],
  ["3202000000", {}],
  ["3140000007", {}],
])("reads the measure %s", (field, amount) =>
  expect(read(`0109506000134352${field}`)).toEqual({ gtin: "09506000134352", ...amount }),
);

// The examples of section 5 of the GS1 Digital Link standard: URI syntax, release 1.2.
describe("Digital Link: the standard's examples", () => {
  const gtin = "09520123456788";
  it.each([
    ["https://id.gs1.org/01/09520123456788", { gtin }],
    ["https://brand.example.com/01/9520123456788", { gtin }],
    ["https://brand.example.com/some-extra/pathinfo/01/09520123456788", { gtin }],
    ["https://id.gs1.org/01/09520123456788/22/2A", { gtin }],
    ["https://id.gs1.org/01/09520123456788/10/ABC123", { gtin }],
    ["https://id.gs1.org/01/09520123456788/21/12345", { gtin }],
    ["https://id.gs1.org/01/09520123456788/10/ABC1/21/12345?17=180426", { gtin, useBy: "2018-04-26" }],
    ["https://id.gs1.org/01/09520123456788?3103=000195", { gtin, quantity: 195, unit: "g" }],
    [
      "https://example.com/01/9520123456788?3103=000195&3922=0299&17=201225",
      { gtin, useBy: "2020-12-25", quantity: 195, unit: "g" },
    ],
    ["https://id.gs1.org/00/195201234567891232?02=09520123456788&37=25&10=ABC123", { gtin }],
    ["https://example.com/8004/9520614141234567?01=9520123456788", { gtin }],
    ["https://example.com/01/9520123456788?8004=9520614141234567", { gtin }],
    ["http://example.com/01/09520123456788/22/2A?linkType=gs1:traceability", { gtin }],
    // Releases 1.0 and 1.1 had words instead of numbers.
    ["https://id.gs1.org/gtin/9520123456788/lot/ABC1/ser/12345?exp=180426", { gtin, useBy: "2018-04-26" }],
    // In the path or in the query.
    ["https://example.com/01/9520123456788/15/270100", { gtin, bestBefore: "2027-01-31" }],
    [
      "https://example.com/01/9520123456788?15=270100&30=6",
      { gtin, bestBefore: "2027-01-31", quantity: 6, unit: "item" },
    ],
    ["HTTPS://EXAMPLE.COM/01/9520123456788", { gtin }],
  ])("%s", (text, expected) => expect(read(text)).toEqual(expected));

  it.each([
    "https://id.gs1.org/00/195201234567891232",
    "https://id.gs1.org/414/9520123456788",
    "https://id.gs1.org/414/9520123456788/254/32a%2Fb",
    "https://example.com/01/%E0%A4%A",
    "https://example.com/01/9520123456789",
  ])("rejects %s", (text) => expect(read(text)).toBeNull());
});

// Element strings of the GS1 General Specifications, in each of the codes that carry them.
describe("element strings", () => {
  const gtin = "09506000134352";
  it.each([
    ["0109506000134352", { gtin }],
    ["010950600013435217261231", { gtin, useBy: "2026-12-31" }],
    [`]d201095060001343521026X${GS}15270200`, { gtin, bestBefore: "2027-02-28" }],
    [`]Q30109506000134352${GS}17280200`, { gtin, useBy: "2028-02-29" }],
    [`]C1${GS}010950600013435210ABC${GS}3103000500`, { gtin, quantity: 500, unit: "g" }],
    ["]e001095060001343523102000250", { gtin, quantity: 2.5, unit: "kg" }],
    [`${GS}0109506000134352306${GS}15261224`, { gtin, bestBefore: "2026-12-24", quantity: 6, unit: "item" }],
    [`010950600013435221S${GS}70032612241200${GS}17261224`, { gtin, useBy: "2026-12-24" }],
    ["(01)09506000134352(17)261231(10)ABC123", { gtin, useBy: "2026-12-31" }],
    ["(01)09506000134352(15)261100", { gtin, bestBefore: "2026-11-30" }],
    // Both dates.
    ["01095060001343521526111017261120", { gtin, bestBefore: "2026-11-10", useBy: "2026-11-20" }],
  ])("%j", (text, expected) => expect(read(text)).toEqual(expected));

  it("keeps the product of a code with an impossible date", () => {
    for (const bad of ["261301", "260230", "260000", "26123"])
      expect(read(`(01)09506000134352(17)${bad}`)).toEqual({ gtin: "09506000134352" });
  });

  it("rejects a damaged string as a whole", () => {
    for (const bad of [
      "010950600013435",
      "0109506000134353",
      `0109506000134352${GS}99`,
      "01095060001343526512",
      `01095060${GS}00134352`,
    ])
      expect(read(bad)).toBeNull();
  });

  it("uses the nearest year for two digits", () => {
    const day = (yy: string, year: number) =>
      parsePackageCode(`(01)09506000134352(15)${yy}0101`, new Date(year, 5, 1))?.bestBefore;
    expect([day("76", 2026), day("77", 2026), day("00", 2026), day("01", 2099), day("49", 2099)]).toEqual([
      "2076-01-01",
      "1977-01-01",
      "2000-01-01",
      "2101-01-01",
      "2149-01-01",
    ]);
  });
});

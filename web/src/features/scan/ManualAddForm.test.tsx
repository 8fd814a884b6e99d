// @vitest-environment jsdom
import { act, cleanup, fireEvent, renderHook, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { outbox } from "../../api/outbox/outbox";
import type { FoundProduct } from "../../lib/domain/gs1";
import { dayField } from "../../lib/domain/freshness";
import { removePersonalKeys } from "../../lib/browser/storage";
import { currentToast } from "../../ui/toasts";
import { ManualAddForm } from "./ManualAddForm";
import type { BarcodeDialogProps } from "./use-package-scan";
import { useManualFields, type ManualFieldsState } from "./use-manual-fields";

const none = vi.hoisted((): readonly unknown[] => []);
vi.mock("../../api/outbox/outbox", () => ({
  outbox: {
    submit: vi.fn(() => Promise.resolve(null)),
    pending: () => none,
    subscribe: () => () => undefined,
    onSettled: () => () => undefined,
  },
}));
const catalogue = vi.hoisted(() => new Map([["Dairy & Eggs", [{ name: "Milk", names: {}, unit: "liter", days: 5 }]]]));
vi.mock("../../ui/hooks/use-products", () => ({ useProducts: () => catalogue }));
const submitted = () => vi.mocked(outbox.submit).mock.calls.map(([change]) => change);
vi.mock("../../ui/date-label/DateLabelButton", () => ({ default: () => null }));
afterEach(() => {
  removePersonalKeys();
  vi.mocked(outbox.submit).mockClear();
});

const CODE = "04012345678901";
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function typeMilk() {
  renderWithQueries(<ManualAddForm isEdited={{ current: false }} mode={null} barcodeDialog={() => null} />);
  fireEvent.change(await screen.findByLabelText("Item name"), { target: { value: "Milk" } });
  return screen.getByLabelText<HTMLInputElement>("Keeps until");
}
const chooseDay = (day: HTMLElement, value: string) => fireEvent.change(day, { target: { value } });
const add = () => fireEvent.submit(screen.getByLabelText("Item name"));

it("returns to the product's shelf life when a chosen day is removed", async () => {
  const day = await typeMilk();
  const usual = day.value;
  chooseDay(day, "2033-12-24");
  expect(field("Shelf life (days)").value).not.toBe("5");
  chooseDay(day, "");
  expect(field("Shelf life (days)").value).toBe("5");
  add();
  const [change] = submitted();
  expect(change).toMatchObject({ kind: "item.create", item: { shelfLifeDays: 5 } });
  expect(change?.kind === "item.create" && dayField(change.item.expiresAt)).toBe(usual);
});

it("keeps what was typed while another screen is shown, until the user signs out", async () => {
  chooseDay(await typeMilk(), "2033-12-24");
  const show = async () => {
    cleanup();
    renderWithQueries(<ManualAddForm isEdited={{ current: false }} mode={null} barcodeDialog={() => null} />);
    return [
      (await screen.findByLabelText<HTMLInputElement>("Item name")).value,
      screen.queryByDisplayValue("2033-12-24") !== null,
    ];
  };
  expect(await show()).toEqual(["Milk", true]);
  cleanup();
  removePersonalKeys();
  expect(await show()).toEqual(["", false]);
});

it("adds a year of two digits as one of this century", async () => {
  chooseDay(await typeMilk(), "0031-12-12");
  add();
  expect(submitted()).toMatchObject([{ kind: "item.create", item: { expiresOn: "2031-12-12" } }]);
});

it.each([
  ["a year before 1970", "0202-12-12", false],
  ["a day that does not exist", "", true],
])("keeps the form with the reason for %s", async (_, value, badInput) => {
  const day = await typeMilk();
  chooseDay(day, value);
  Object.defineProperty(day.validity, "badInput", { value: badInput });
  if (badInput) vi.spyOn(day, "checkValidity").mockImplementation(() => fireEvent(day, new Event("invalid")) && false);
  if (badInput) vi.spyOn(day.form as HTMLFormElement, "checkValidity").mockImplementation(() => day.checkValidity());
  add();
  expect(submitted()).toEqual([]);
  expect(screen.getByRole("alert").textContent).toContain("Enter a day that exists");
  expect([field("Item name").value, document.activeElement]).toEqual(["Milk", day]);
});

const HAM = { gtin: CODE, known: { name: "Ham", category: "Meat", unit: "package" } } as FoundProduct;

/** Types a name and an amount, and scans packages. A later scan finds the last one again. */
async function scanAfterTyping(...products: [FoundProduct, ...FoundProduct[]]) {
  const [first, ...rest] = products;
  let found = first;
  const Dialog = ({ onFound }: BarcodeDialogProps) => {
    const find = () => {
      onFound(found, false);
      found = rest.shift() ?? found;
    };
    return <button onClick={find}>Found</button>;
  };
  renderWithQueries(<ManualAddForm isEdited={{ current: false }} mode={null} barcodeDialog={Dialog} />);
  fireEvent.change(await screen.findByLabelText("Item name"), { target: { value: "Grandma's ham" } });
  fireEvent.change(field("Quantity"), { target: { value: "2" } });
  for (const _ of products) {
    fireEvent.click(screen.getByRole("button", { name: "Scan a barcode" }));
    fireEvent.click(await screen.findByRole("button", { name: "Found" }));
  }
}

it("keeps what was typed when an unknown code is scanned for its date", async () => {
  await scanAfterTyping({ gtin: CODE, useBy: "2026-12-24" });
  expect([field("Item name").value, field("Quantity").value]).toEqual(["Grandma's ham", "2"]);
  expect(field("Use by").value).toBe("2026-12-24");
});

it("counts a name that is typed after a looked-up one as typed", () => {
  const { result } = renderHook(useManualFields);
  const manual = (use: (manual: ManualFieldsState) => void) => act(() => use(result.current));
  manual(({ fillFromLookup }) => fillFromLookup({ name: "Ham X", title: "Ham" }));
  expect(result.current.wouldReplaceTyped({ gtin: "2" } as FoundProduct)).toBe(false);
  manual(({ change }) => change({ name: "Grandma's ham" }));
  manual(({ fillFromPackage }) => fillFromPackage(HAM));
  expect(result.current.fields.name).toBe("Grandma's ham");
  expect(result.current.wouldReplaceTyped({ gtin: "2" } as FoundProduct)).toBe(true);
  manual(({ fillFromLookup }) => fillFromLookup({ name: "Ham X", title: "Ham" }, true));
  manual(({ reset }) => reset());
  // The looked-up name, typed for another item.
  manual(({ change }) => change({ name: "Ham X" }));
  manual(({ fillFromPackage }) => fillFromPackage(HAM));
  expect(result.current.fields.name).toBe("Ham X");
});

it("keeps a typed name before the household's name for the code", async () => {
  await scanAfterTyping({ ...HAM, useBy: "2026-12-24" });
  expect([field("Item name").value, field("Quantity").value]).toEqual(["Grandma's ham", "2"]);
  expect(field("Use by").value).toBe("2026-12-24");
});

it("names the product of a known code if nothing was typed, and keeps the amount", async () => {
  await scanAfterTyping(HAM);
  fireEvent.change(field("Item name"), { target: { value: "" } });
  fireEvent.click(screen.getByRole("button", { name: "Scan a barcode" }));
  fireEvent.click(await screen.findByRole("button", { name: "Found" }));
  expect([field("Item name").value, field("Quantity").value]).toEqual(["Ham", "2"]);
});

it("asks before it gives a known code another name for the whole household", async () => {
  await scanAfterTyping(HAM);
  const addAs = (name: string) => {
    fireEvent.change(field("Item name"), { target: { value: name } });
    fireEvent.submit(document.querySelector("form") as HTMLFormElement);
  };
  const learnt = () =>
    vi.mocked(outbox.submit).mock.calls.flatMap(([change]) => (change.kind === "code.learn" ? [change.learnt] : []));
  addAs("Turkey");
  expect(learnt()).toEqual([]);
  expect(currentToast()).toMatchObject({ title: "Is this barcode Turkey from now on?" });
  currentToast()?.action?.run();
  expect(learnt()).toMatchObject([{ code: CODE, name: "Turkey" }]);
});

it.each([
  ["", CODE, "04006381333931"],
  [" with a code of the shop", null, null],
])("asks before it clears a typed name for another package%s", async (_, first, second) => {
  await scanAfterTyping({ gtin: first }, { gtin: second });
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect([field("Item name").value, field("Quantity").value]).toEqual(["Grandma's ham", "2"]);
  fireEvent.click(screen.getByRole("button", { name: "Scan a barcode" }));
  fireEvent.click(await screen.findByRole("button", { name: "Found" }));
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  await vi.waitFor(() => expect([field("Item name").value, field("Quantity").value]).toEqual(["", "1"]));
});

it("focuses the emptied name once the question about a typed name is answered", async () => {
  await scanAfterTyping({ gtin: CODE }, { gtin: "04006381333931" });
  const discard = await screen.findByRole("button", { name: "Discard" });
  // A browser keeps the event of a click until its microtasks have run, so React renders in one of them.
  vi.stubGlobal("event", new MouseEvent("click"));
  fireEvent.click(discard);
  await vi.waitFor(() => expect(document.activeElement).toBe(field("Item name")));
});

it.each([
  ["Quantity", "250000", "Enter a quantity from 1 to 100,000."],
  ["Shelf life (days)", "4000", "Enter 1 to 3,650 days."],
])("names both limits of the field %s", async (label, value, text) => {
  await typeMilk();
  fireEvent.change(field(label), { target: { value } });
  add();
  expect(screen.getByRole("alert").textContent).toBe(text);
  expect(submitted()).toEqual([]);
});

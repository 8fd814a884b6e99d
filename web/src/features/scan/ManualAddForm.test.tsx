// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { outbox } from "../../api/outbox/outbox";
import type { FoundProduct } from "../../lib/domain/gs1";
import { currentToast } from "../../ui/toasts";
import { ManualAddForm, type BarcodeDialogProps } from "./ManualAddForm";

const none = vi.hoisted((): readonly unknown[] => []);
vi.mock("../../api/outbox/outbox", () => ({
  outbox: {
    submit: vi.fn(() => Promise.resolve(null)),
    pending: () => none,
    subscribe: () => () => undefined,
    onSettled: () => () => undefined,
  },
}));
vi.mock("../../ui/date-label/DateLabelButton", () => ({ default: () => null }));
afterEach(cleanup);

const CODE = "04012345678901";
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function scanAfterTyping(...products: FoundProduct[]) {
  const left = [...products];
  const Dialog = ({ onFound }: BarcodeDialogProps) => (
    <button onClick={() => onFound(left.shift() as FoundProduct, false)}>Found</button>
  );
  renderWithQueries(<ManualAddForm isEdited={{ current: false }} mode={null} barcodeDialog={Dialog} />);
  fireEvent.change(await screen.findByLabelText("Item Name"), { target: { value: "Grandma's ham" } });
  fireEvent.change(field("Quantity"), { target: { value: "2" } });
  for (const _ of products) {
    fireEvent.click(screen.getByRole("button", { name: "Scan a Barcode" }));
    fireEvent.click(await screen.findByRole("button", { name: "Found" }));
  }
}

it("keeps what was typed when an unknown code is scanned for its date", async () => {
  await scanAfterTyping({ gtin: CODE, useBy: "2026-12-24" });
  expect([field("Item Name").value, field("Quantity").value]).toEqual(["Grandma's ham", "2"]);
  expect(field("Use by").value).toBe("2026-12-24");
});

it("replaces a typed name by the household's name for the code, and keeps the amount", async () => {
  await scanAfterTyping({ gtin: CODE, known: { name: "Ham", category: "Meat", unit: "package" } } as FoundProduct);
  expect([field("Item Name").value, field("Quantity").value]).toEqual(["Ham", "2"]);
});

it("asks before it gives a known code another name for the whole household", async () => {
  await scanAfterTyping({ gtin: CODE, known: { name: "Ham", category: "Meat", unit: "package" } } as FoundProduct);
  const addAs = (name: string) => {
    fireEvent.change(field("Item Name"), { target: { value: name } });
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
])("clears the form for another package%s", async (_, first, second) => {
  await scanAfterTyping({ gtin: first }, { gtin: second });
  expect([field("Item Name").value, field("Quantity").value]).toEqual(["", "1"]);
});

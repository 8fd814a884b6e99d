// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../../test/support/render";
import { signIn } from "../../../../test/support/session";
import { outbox } from "../../../api/outbox/outbox";
import { learnCode } from "../../../api/product-codes";
import { removePersonalKeys } from "../../../lib/browser/storage";
import { loadCatalogue } from "../../../lib/domain/products";
import { QuickAdd, type BarcodeDialogProps } from "./QuickAdd";
import { loadGrammar } from "./entries";

const noChanges = vi.hoisted((): readonly unknown[] => []);
vi.mock("../../../api/outbox/outbox", () => ({
  outbox: { submit: vi.fn(() => Promise.resolve(null)), pending: () => noChanges, subscribe: () => () => undefined },
}));
vi.mock("../../../api/product-codes", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  learnCode: vi.fn(),
}));

beforeEach(async () => {
  await loadGrammar();
  vi.clearAllMocks();
  signIn("me");
  vi.stubGlobal("fetch", async () => Response.json([]));
  await loadCatalogue();
  showLine();
});
const WATER = { name: "Water", category: "Beverages", quantity: 6, unit: "bottle" };
const showLine = () => {
  const Barcode = ({ onFound }: BarcodeDialogProps) => (
    <>
      <button onClick={() => onFound({ gtin: "04388858946739" })}>Found</button>
      <button onClick={() => onFound({ gtin: "00000096385074" })}>Found another</button>
      <button onClick={() => onFound({ gtin: "00000020123451", known: WATER })}>Found a chain's</button>
    </>
  );
  renderWithQueries(<QuickAdd items={[]} barcodeDialog={Barcode} />);
};
afterEach(removePersonalKeys);

const field = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement;
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const submit = () => fireEvent.submit(field("name").closest("form") as HTMLFormElement);
const paste = (text = "milk\nbread") => fireEvent.paste(field("name"), { clipboardData: { getData: () => text } });
const added = () =>
  vi.mocked(outbox.submit).mock.calls.flatMap(([change]) => (change.kind === "list.add" ? [change.item] : []));
const scan = (found = "Found") => {
  fireEvent.click(screen.getByRole("button", { name: /Scan/ }));
  fireEvent.click(screen.getByText(found));
};
const learnt = () => vi.mocked(learnCode).mock.calls.map(([{ code, name }]) => [code, name]);

it("keeps a typed name when a list is pasted, unless the list replaces it", () => {
  type("name", "Butter");
  paste();
  expect(added().map(({ name }) => name)).toEqual(["milk", "bread"]);
  expect(field("name").value).toBe("Butter");
  field("name").select();
  paste();
  expect(field("name").value).toBe("");
});

it("gives several entries the chosen category and amount", async () => {
  await screen.findByLabelText("Category");
  type("category", "Snacks");
  type("quantity", "3");
  type("name", "milk, 2 bread");
  submit();
  expect(added()).toMatchObject([
    { category: "Snacks", quantity: 3 },
    { category: "Snacks", quantity: 2 },
  ]);
});

it.each(["Escape", "focus"])("forgets an unknown code that is left without a name: %s", (how) => {
  scan();
  field("name").focus();
  if (how === "Escape") fireEvent.keyDown(field("name"), { key: "Escape" });
  else fireEvent.blur(field("name"), { relatedTarget: document.body });
  type("name", "bread");
  submit();
  expect(learnCode).not.toHaveBeenCalled();
});

it.each(["at once", "after a button that takes no focus was clicked"])(
  "learns an unknown code by a name: %s",
  (when) => {
    scan();
    if (when !== "at once") fireEvent.blur(field("name"));
    type("name", "bread");
    submit();
    expect(learnCode).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: "04388858946739", name: "bread" }),
    );
  },
);

it("gives a typed name to the code that it was typed for when another one is scanned", () => {
  scan();
  type("name", "Jam");
  scan("Found another");
  expect(field("name").value).toBe("");
  submit();
  type("name", "Honey");
  submit();
  expect(learnt()).toEqual([
    ["04388858946739", "Jam"],
    ["00000096385074", "Honey"],
  ]);
  expect(added().map(({ name }) => name)).toEqual(["Jam", "Honey"]);
});

it("learns no code by a name that was typed before it was scanned", () => {
  type("name", "Jam");
  scan();
  submit();
  expect(learnCode).not.toHaveBeenCalled();
  expect(added().map(({ name }) => name)).toEqual(["Jam"]);
});

/** Pastes and adds a line. Like a browser, cuts it off at the field's limit. */
function addPasted(text: string): void {
  const isPasted = paste(text);
  if (isPasted) type("name", text.slice(0, field("name").maxLength));
  submit();
}

it("adds all names of a long pasted line", () => {
  const names = Array.from({ length: 30 }, (_, n) => `Coffee ${"abcdefghij"[n % 10]}${"xyz"[n % 3]}`);
  addPasted(names.join(", "));
  expect(added().map(({ name }) => name)).toEqual(names);
});

it("adds nothing of a pasted list that is too long for the line, and then a shorter one", () => {
  paste("milk\n".repeat(1_001));
  expect(screen.getByRole("alert").textContent).toBe("At most 5000 characters. Nothing was added.");
  expect(added()).toEqual([]);
  paste();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(added()).toHaveLength(2);
});

it("adds nothing of a line of which a name is too long, and keeps it", () => {
  addPasted(`Jam, ${"x".repeat(201)}`);
  expect(screen.getByRole("alert").textContent).toMatch(/^At most 200 characters/);
  expect(added()).toEqual([]);
  expect(field("name").value).toMatch(/^Jam, x+$/);
});

it("keeps what was typed, with its code, while another screen is shown", () => {
  scan();
  type("name", "Jam");
  cleanup();
  showLine();
  expect(field("name").value).toBe("Jam");
  submit();
  expect(learnt()).toEqual([["04388858946739", "Jam"]]);
});

it("adds the spoons and the note of a line", () => {
  type("name", "2-3 EL Öl");
  submit();
  expect(added()).toMatchObject([{ name: "Öl", quantity: 3, unit: "EL", notes: "2-3 EL" }]);
});

it("proposes the name of a code that is one chain's own", () => {
  scan("Found a chain's");
  expect(added()).toEqual([]);
  expect([field("name").value, field("quantity").value]).toEqual(["Water", "6"]);
  submit();
  expect(added()).toMatchObject([{ name: "Water", quantity: 6, unit: "bottle" }]);
});

it("learns no earlier unknown code by the name that is proposed for a chain's own", () => {
  scan();
  scan("Found a chain's");
  submit();
  expect(added().map(({ name }) => name)).toEqual(["Water"]);
  expect(learnCode).not.toHaveBeenCalled();
});

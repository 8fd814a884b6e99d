// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { ApiError, NetworkError } from "../../api/client";
import { UnconfirmedError } from "../../api/settings/import";
import { chooseLanguage, loadLanguage } from "../../lib/language/i18n";
import { load } from "virtual:language-files";
import type { ImportField, ImportFile, ImportPreview } from "../../api/types";
import ImportFileDialog from "./ImportFileDialog";

beforeAll(() => loadLanguage(load));

const calls = vi.hoisted(() => ({ previewImport: vi.fn(), importFile: vi.fn(), lastImport: vi.fn() }));
vi.mock("../../api/settings/import", async (original) => ({
  ...(await original<typeof import("../../api/settings/import")>()),
  ...calls,
  undoImport: vi.fn(),
  uploadText: async (text: string) => ({ text }),
}));

const toasts = vi.hoisted(() => ({ show: vi.fn() }));
vi.mock("../../ui/toasts", () => ({ showToast: toasts.show }));

const HEADERS = ["Product", "Count", "Group"];
const answers: (() => void)[] = [];
const onClose = vi.fn();
let unmount: () => void;

/** A preview with the chosen fields. */
function previewOf({ columns }: ImportFile): ImportPreview {
  return {
    kind: "table",
    target: "items",
    hasHeader: true,
    columns: HEADERS.map((header, index) => ({ header, samples: [], field: columns?.[index] ?? null })),
    itemCount: 1,
    listItemCount: 0,
    sessionCount: 0,
    correctionCount: 0,
    knownCount: 0,
    items: [],
    listItems: [],
    leftOut: [],
    lists: [],
    problems: [],
    problemCount: 0,
    days: null,
  } as unknown as ImportPreview;
}

beforeEach(async () => {
  answers.length = 0;
  onClose.mockReset();
  calls.lastImport.mockResolvedValue(null);
  calls.importFile.mockReset().mockResolvedValue({ itemCount: 1, listItemCount: 0 });
  calls.previewImport
    .mockReset()
    .mockImplementation((file: ImportFile) => new Promise((resolve) => answers.push(() => resolve(previewOf(file)))));
  ({ unmount } = renderWithQueries(<ImportFileDialog onClose={onClose} />));
  fireEvent.change(screen.getByTestId("import-file"), { target: { files: [new File(["a;b;c"], "list.csv")] } });
  await answer(0);
  await screen.findByLabelText(/Product/);
});
afterEach(() => chooseLanguage(null));

async function answer(index: number) {
  await waitFor(() => expect(answers.length).toBeGreaterThan(index));
  await act(async () => answers[index]?.());
}
const choose = (column: RegExp, value: ImportField) =>
  fireEvent.change(screen.getByLabelText(column), { target: { value } });
const chosen = () => HEADERS.map((header) => (screen.getByLabelText(new RegExp(header)) as HTMLSelectElement).value);

it("keeps a choice that is made while the preview of the previous one is loading", async () => {
  choose(/Product/, "name");
  choose(/Count/, "quantity");
  expect(chosen()).toEqual(["name", "quantity", ""]);
  await answer(1);
  await answer(2);
  expect(chosen()).toEqual(["name", "quantity", ""]);
  expect(calls.previewImport.mock.lastCall?.[0]).toMatchObject({ columns: ["name", "quantity", null] });
});

it("ignores a preview that arrives after that of a later choice", async () => {
  choose(/Product/, "name");
  choose(/Count/, "quantity");
  await answer(2);
  await answer(1);
  expect(chosen()).toEqual(["name", "quantity", ""]);
});

it("imports nothing that the preview does not show", async () => {
  choose(/Product/, "name");
  const button = () => screen.getByRole("button", { name: "Import" });
  await waitFor(() => expect(button().hasAttribute("disabled")).toBe(true));
  await answer(1);
  await waitFor(() => expect(button().hasAttribute("disabled")).toBe(false));
  fireEvent.click(button());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.importFile.mock.lastCall?.[0]).toMatchObject({ columns: ["name", null, null] });
});

it("asks before it drops a chosen file", () => {
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledOnce();
});

const alerts = () => screen.getAllByRole("alert").map(({ textContent }) => textContent);
const offline = new NetworkError("The server cannot be reached.");
const BUSY = { error: "import_under_way", message: "Another import is running." };
const UNCONFIRMED = "The server hasn't confirmed this yet. It may still finish: open the import again later to see.";
const busy = new ApiError(409, JSON.stringify(BUSY), BUSY, undefined);

it.each([
  ["en", offline, "Import failed. Please try again."],
  ["de", offline, "Import fehlgeschlagen. Bitte versuche es noch einmal."],
  ["en", busy, "Import failed. Another import is running."],
  [
    "de",
    busy,
    "Import fehlgeschlagen. Es läuft schon ein anderer Import. Bitte versuche es in ein paar Minuten noch einmal.",
  ],
] as const)("says in %s why the import could not start: %s", async (language, error, text) => {
  await act(() => chooseLanguage(language));
  calls.importFile.mockRejectedValue(error);
  fireEvent.click(screen.getByRole("button", { name: /^Import/ }));
  await waitFor(() => expect(alerts()).toContain(text));
});

it.each([
  ["its result", () => ({ itemCount: 1, listItemCount: 0 }), { title: "1 item imported" }],
  [
    "its failure",
    () => Promise.reject(busy),
    { tone: "danger", title: "Import failed", text: "Another import is running." },
  ],
])("closes no other dialog and shows %s if the import ends after the dialog", async (_, end, toast) => {
  let finish: () => void = () => undefined;
  calls.importFile.mockReturnValue(new Promise<void>((resolve) => (finish = resolve)).then(end));
  fireEvent.click(screen.getByRole("button", { name: /^Import/ }));
  await waitFor(() => expect(calls.importFile).toHaveBeenCalledOnce());
  unmount();
  finish();
  await waitFor(() => expect(toasts.show).toHaveBeenCalledWith(expect.objectContaining(toast)));
  expect(onClose).not.toHaveBeenCalled();
});

it("does not call an import failed that may still end", async () => {
  calls.importFile.mockRejectedValue(new UnconfirmedError());
  fireEvent.click(screen.getByRole("button", { name: /^Import/ }));
  await waitFor(() => expect(alerts()).toContain(UNCONFIRMED));
});

it("keeps the second of two files, whichever is read first", async () => {
  let arrive: (bytes: ArrayBuffer) => void = () => undefined;
  const bytes = new Promise<ArrayBuffer>((resolve) => (arrive = resolve));
  const slow = Object.assign(new File([], "slow.csv"), { arrayBuffer: () => bytes });
  for (const file of [slow, new File(["d;e;f"], "quick.csv")])
    fireEvent.change(screen.getByTestId("import-file"), { target: { files: [file] } });
  await answer(1);
  await act(async () => arrive(new TextEncoder().encode("late").buffer));
  expect(calls.previewImport.mock.lastCall?.[0]).toMatchObject({ text: "d;e;f" });
});

it("says that a file can't be read", async () => {
  const file = Object.assign(new File(["a;b;c"], "list.csv"), {
    arrayBuffer: () => Promise.reject(new DOMException()),
  });
  fireEvent.change(screen.getByTestId("import-file"), { target: { files: [file] } });
  await waitFor(() => expect(alerts()).toContain("Import failed. This file can't be read."));
});

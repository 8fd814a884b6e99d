import { writeFile } from "node:fs/promises";
import { expect, expectAccessible, expectToast, type Larder, test } from "./support/larder";

type Page = import("@playwright/test").Page;

async function openImport(page: Page, larder: Larder) {
  await larder.open("/settings");
  await page.getByRole("button", { name: "Import a file…" }).click();
  return page.getByRole("dialog", { name: "Import" });
}
const file = (text: string, name = "pantry.csv") => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

test("previews a table, chooses its columns, imports it and undoes it", { tag: "@main" }, async ({ page, larder }) => {
  const dialog = await openImport(page, larder);
  await page.getByTestId("import-file").setInputFiles(file("Was,Best Before\nMilk,2027-01-15\nHam,soon\n"));
  await expect(dialog.getByText("Choose the column with the item names.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await dialog.getByLabel("Column “Was”").selectOption({ label: "Name" });
  await expect(dialog.getByText("1 item for My Items")).toBeVisible();
  await expect(dialog.getByText("1 row can't be imported")).toBeVisible();
  await expect(dialog.getByText(/Line 3: “soon” isn't a date/)).toBeVisible();
  await expectAccessible(page, "dialog[open]");
  expect(await larder.call("GET", "/api/items")).toEqual([]);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expectToast(page, "1 item imported");
  expect(await larder.call("GET", "/api/items")).toMatchObject([{ name: "Milk" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => larder.call("GET", "/api/items")).toEqual([]);
});

test("asks about ambiguous dates", async ({ page, larder }) => {
  const dialog = await openImport(page, larder);
  await page.getByTestId("import-file").setInputFiles(file("Milk,2,02/12/2027\nHam,500 g,03/12/2027\n"));
  await expect(dialog.getByText("First row is headings")).toBeVisible();
  await expect(dialog.getByRole("switch")).not.toBeChecked();
  await dialog.getByRole("button", { name: "Dec 2, 2027" }).click();
  await expect(dialog.getByText("2 items for My Items")).toBeVisible();
  await expect(dialog.getByText("500 g · until Dec 3, 2027")).toBeVisible();
  await expectAccessible(page, "dialog[open]");
});

test("reads a file by another encoding", async ({ page, larder }) => {
  const dialog = await openImport(page, larder);
  const latin = Buffer.from("Name;Menge\nK\u00e4se;2\n", "latin1");
  await page.getByTestId("import-file").setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: latin });
  await expect(dialog.getByText("Käse", { exact: true })).toBeVisible();
  await dialog
    .getByLabel("Letters look wrong? Choose the file's encoding")
    .selectOption({ label: "Mac: Western Europe" });
  await expect(dialog.getByText("K‰se", { exact: true })).toBeVisible();
});

test("lists what a file has beside items and rows", async ({ page, larder }) => {
  const dialog = await openImport(page, larder);
  const owl = { items: [{ name: "Milk" }], recipes: [{ name: "Soup" }], shoppinglists: ["Default"] };
  await page.getByTestId("import-file").setInputFiles(file(JSON.stringify(owl), "owl.json"));
  await expect(dialog.getByText("1 known item that is on no list")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
});

test("rejects invalid and long files, and then takes another one", async ({ page, larder }, testInfo) => {
  const dialog = await openImport(page, larder);
  await page.getByTestId("import-file").setInputFiles(file('Name,Notes\nMilk,"open\nBread,'));
  await expect(dialog.getByRole("alert")).toContainText("The quotation mark in line 2 is never closed.");
  // From the disk, because a buffer would be sent to the browser first.
  const long = testInfo.outputPath("long.csv");
  await writeFile(long, Buffer.alloc(33_000_000, "x"));
  await page.getByTestId("import-file").setInputFiles(long);
  await expect(dialog.getByRole("alert")).toContainText("This file is 33 MB. The limit is 32 MB.");
  await page.getByTestId("import-file").setInputFiles(file("Name\nSalt\n"));
  await expect(dialog.getByText("1 item for My Items")).toBeVisible();
});

test("undoes an earlier import", async ({ page, larder }) => {
  await larder.open("/settings");
  await larder.call("POST", "/api/user/import", { text: "Name\nSalt\n" });
  await page.reload();
  await page.getByRole("button", { name: "Import a file…" }).click();
  await page.getByRole("button", { name: "Undo import" }).click();
  await expectToast(page, "Import undone");
  expect(await larder.call("GET", "/api/items")).toEqual([]);
});

test("uploads, previews and imports a long file", async ({ page, larder }) => {
  const dialog = await openImport(page, larder);
  const rows = Array.from({ length: 300 }, (_, n) => `Thing ${n},${"x".repeat(400)}`);
  const long = `Name,Ignored\n${rows.join("\n")}\n${" ".repeat(1_000_000)}`;
  await page.getByTestId("import-file").setInputFiles(file(long));
  await expect(dialog.getByText("300 items for My Items")).toBeVisible();
  const sent = page.waitForRequest(
    (request) => request.url().endsWith("/api/user/import") && request.method() === "POST",
  );
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  expect((await sent).postDataJSON()).toMatchObject({ fileKey: expect.any(String) });
  await expectToast(page, "300 items imported");
});

test("shows the progress of an import, also after a reload", async ({ page, larder }) => {
  const last = { madeAt: new Date().toISOString(), itemCount: 4900, listItemCount: 0, undoing: false };
  await page.route("**/api/user/import", (route) =>
    route.fulfill({ json: { last: { ...last, finished: false, doneRows: 1240, totalRows: 4900 } } }),
  );
  await larder.open("/settings");
  for (const visit of [1, 2]) {
    if (visit === 2) await page.reload();
    await page.getByRole("button", { name: "Import a file…" }).click();
    await expect(page.getByText("Importing: 1,240 of 4,900 rows.")).toBeVisible();
  }
  await expectAccessible(page, "dialog[open]");
  await page.unroute("**/api/user/import");
  await expect(page.getByText("Importing: 1,240")).toHaveCount(0);
});

test("shows what is missing on a page without HTTPS", async ({ page, larder }) => {
  await page.addInitScript(() => Object.defineProperty(window, "isSecureContext", { get: () => false }));
  await larder.open("/settings");
  const notice = page.getByRole("complementary", { name: "Connection not secure" });
  await expect(notice).toBeVisible();
  await notice.getByText("How to fix this").click();
  await expect(notice.getByText(/Tailscale/)).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Close" }).click();
  await expect(notice).toHaveCount(0);
});

for (const path of ["/", "/shopping-list?view=list"])
  test(`opens the import for a file dropped on ${path}`, async ({ page, larder }) => {
    await larder.open(path);
    const drop = (types: "drop" | "dragover") =>
      page.evaluate((type) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["Name\nMilk\n"], "pantry.csv", { type: "text/csv" }));
        return document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }, types);
    await expect.poll(() => drop("dragover")).toBe(false);
    await drop("drop");
    const dialog = page.getByRole("dialog", { name: "Import" });
    await expect(dialog.getByText("1 item for My Items")).toBeVisible();
  });

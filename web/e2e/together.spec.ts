import { anotherPhone, linkDevice, waitUntilSignedIn } from "./support/household";
import { chooseClearAll, expect, test, waitingChanges } from "./support/larder";

/**
 * A device removes only what its user saw: rows that another device added meanwhile stay, however late the change
 * arrives.
 */
test("keeps rows added by another device when 'Delete All', 'Clear Completed' and 'Clear All' are pressed offline", async ({
  page,
  context,
  larder,
  browser,
}) => {
  const names = (path: string) => second.larder.names(path);
  const onList = (name: string) => ({ name, category: "Pantry Staples", unit: "bag" });
  await larder.open("/?tab=items");
  await larder.addItems([
    { name: "Oil", left: 90 },
    { name: "Honey", left: 90 },
    { name: "Ham", left: 2, category: "Meat" },
  ]);
  await larder.addRows(onList("Oats"), onList("Tea"));
  const second = await anotherPhone(browser);
  await linkDevice({ page, larder }, second);
  await waitUntilSignedIn(second.page);
  // Every screen's code and data are here before the network goes.
  await page.goto("/shopping-list?view=browse");
  await expect(page.getByRole("button", { name: /^Dairy & Eggs/ })).toBeVisible();
  await page.getByRole("button", { name: "My List" }).first().click();
  await page.getByRole("checkbox", { name: "Oats" }).click();
  await expect.poll(() => waitingChanges(page)).toBe(0);
  await page.getByRole("link", { name: "Back to Larder" }).click();
  await page.getByRole("button", { name: "Fresh", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Delete All" });
  const ask = async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete All" }).click();
    await expect(question).toContainText("Delete all 2 fresh items?");
  };
  await ask();
  await question.getByRole("button", { name: "Cancel" }).click();
  await context.setOffline(true);

  await ask();
  await question.getByRole("button", { name: "Delete All" }).click();
  await page.getByRole("link", { name: "Shopping List" }).click();
  await page.getByRole("button", { name: "My List" }).first().click();
  await page.getByRole("button", { name: "Clear Completed" }).click();
  await second.larder.addItems([{ name: "Jam", left: 90 }]);
  await second.larder.addRows(onList("Rice"));
  // The second device also ticks it, which the first one does not know.
  const rice = (await second.larder.call<{ id: string; name: string }[]>("GET", "/api/shopping-list")).find(
    ({ name }) => name === "Rice",
  );
  await second.larder.call("PATCH", `/api/shopping-list/${rice?.id}/toggle`, { isCompleted: true });
  await context.setOffline(false);
  await expect.poll(() => waitingChanges(page)).toBe(0);
  expect(await names("/api/items")).toEqual(["Ham", "Jam"]);
  expect(await names("/api/shopping-list")).toEqual(["Rice", "Tea"]);

  // Clears the whole list, once the first device knows the rice.
  await expect(page.getByRole("button", { name: "Show Completed (1)" })).toBeVisible();
  await context.setOffline(true);
  await chooseClearAll(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear All" }).click();
  await second.larder.addRows(onList("Flour"));
  await context.setOffline(false);
  await expect.poll(() => waitingChanges(page)).toBe(0);
  expect(await names("/api/shopping-list")).toEqual(["Flour"]);
});

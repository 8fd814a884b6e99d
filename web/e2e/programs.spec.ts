import { expect, expectAccessible, expectToast, test } from "./support/larder";

test("gives a program a token with its scopes until it is deleted", async ({ page, larder, baseURL, request }) => {
  await larder.open("/settings");
  const section = page.getByRole("region", { name: "Other programs" });
  await section.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog", { name: "Create token" });
  const make = dialog.getByRole("button", { name: "Create token" });
  await make.click();
  await expect(dialog.getByText("Please enter a name for the token.")).toBeVisible();
  await dialog.getByLabel("What is it for?").fill("Home Assistant");
  await expect(dialog.getByRole("switch", { name: "See items and shopping list" })).toBeChecked();
  await dialog.getByRole("switch", { name: "See items and shopping list" }).uncheck();
  await make.click();
  await expect(dialog.getByRole("alert")).toHaveText("Please choose what the program can do.");
  await dialog.getByRole("switch", { name: "See items and shopping list" }).check();
  await dialog.getByRole("switch", { name: "Change the shopping list" }).check();
  const answer = page.waitForResponse(
    (response) => response.url().endsWith("/api/tokens") && response.request().method() === "POST",
  );
  await make.click();
  const { token } = (await (await answer).json()) as { token: string };
  const ready = page.getByRole("alertdialog", { name: "Token created" });
  await expect(ready.getByLabel("Token", { exact: true })).toHaveValue(token);
  await expect(ready.getByRole("heading", { name: "Token created" })).toBeFocused();
  const address = await ready.getByLabel("Address for Mealie").inputValue();
  await expectAccessible(page, "dialog");
  await ready.getByRole("button", { name: "I saved it" }).click();

  const row = section.getByRole("listitem");
  await expect(row).toContainText("Home Assistant");
  await expect(row).toContainText("See items and shopping list · Change the shopping list · never used");
  await expect(page.getByText(token)).toHaveCount(0);
  const headers = { authorization: `Bearer ${token}` };
  expect(await (await request.get(`${baseURL}/api/summary`, { headers })).json()).toMatchObject({
    fresh: 0,
    listPending: 0,
  });
  expect((await request.post(`${baseURL}/api/shopping-list`, { headers, data: { name: "Milk" } })).status()).toBe(201);
  expect((await request.post(`${baseURL}/api/items`, { headers, data: { name: "Milk" } })).status()).toBe(403);
  // As Mealie's server posts to it: the password of an address becomes a header.
  const { username, password, origin, pathname } = new URL(address);
  const authorization = `Basic ${Buffer.from(`${username}:${decodeURIComponent(password)}`).toString("base64")}`;
  const recipe = { content: { name: "Pancakes", recipe_ingredient: [{ food: null, note: "200 g flour" }] } };
  const added = await request.post(`${origin}${pathname}`, { headers: { authorization }, data: recipe });
  expect(await added.json()).toMatchObject({ added: 1, atHome: [] });
  await page.reload();
  await expect(row).toContainText("used today");

  await row.getByRole("button", { name: "Delete the token “Home Assistant”" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete token" }).click();
  await expectToast(page, "Token deleted");
  await expect(row).toHaveCount(0);
  expect((await request.get(`${baseURL}/api/summary`, { headers })).status()).toBe(401);
});

test("shows visitors how to join with closed sign-up, but not on the page of a shared list", async ({ page }) => {
  await page.route("**/identity/v1/accounts:signUp*", (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: "ADMIN_ONLY_OPERATION" } } }),
  );
  await page.goto("/");
  await expect(page.getByText("Sign-up is closed. Ask someone who uses this Larder.")).toBeVisible();
  await expect(page.getByLabel("Eight-character code")).toBeVisible();
  await expect(page.getByRole("link", { name: "Start a new larder" })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto("/shared/0123456789ABCDEFGHIJKL");
  await expect(page.getByText("This shared shopping list is not available.")).toBeVisible();
  await expect(page.getByText("Sign-up is closed")).toHaveCount(0);
});

import { expect, test } from "./support/larder";

const DAY = 86_400_000;

test(
  "advises how expiring food keeps longer, and links to recipes for ticked foods",
  { tag: "@main" },
  async ({ page, context, larder }) => {
    await context.route(/allrecipes|example/, (route) => route.fulfill({ body: "<title>Recipes</title>" }));
    await larder.open("/", [
      { name: "Milk", left: 1 },
      { name: "Chicken", left: 2, category: "Meat" },
      { name: "Butter", left: 20 },
    ]);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Use it up" }).click();
    const dialog = page.getByRole("dialog", { name: "Use it up" });
    await expect(dialog.getByRole("checkbox")).toHaveCount(2);
    await expect(dialog.getByText(/^Freeze it: keeps until/)).toHaveCount(2);
    await expect(dialog.getByText("Keep it in the fridge, at 5 °C (40 °F) or less.")).toHaveCount(2);
    const find = dialog.getByRole("link", { name: "Find recipes" });
    await expect(find).toHaveAttribute("href", "https://www.allrecipes.com/search?q=Milk%20Chicken");
    await expect(find).toHaveAttribute("rel", "noopener noreferrer");
    await dialog.getByRole("checkbox", { name: "Milk" }).uncheck();
    const opened = context.waitForEvent("page");
    await find.click();
    await expect(await opened).toHaveURL("https://www.allrecipes.com/search?q=Chicken");
    await dialog.getByRole("checkbox", { name: "Chicken" }).uncheck();
    await expect(find).toHaveCount(0);
    await dialog.getByRole("checkbox", { name: "Chicken" }).check();
    // The household's own server, which is remembered.
    await dialog.getByLabel("Search for recipes at").selectOption("Mealie on our server");
    await expect(find).toHaveCount(0);
    await dialog.getByLabel("Address").fill("mealie.example");
    await expect(find).toHaveAttribute("href", "https://mealie.example/g/home?search=Chicken");
    await dialog.getByRole("button", { name: "I froze it: Chicken" }).click();
    await expect(dialog.getByRole("checkbox")).toHaveCount(1);
    await expect
      .poll(async () =>
        (await larder.call<{ name: string; expiresAt: string }[]>("GET", "/api/items"))
          .filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now() + 30 * DAY)
          .map(({ name }) => name),
      )
      .toEqual(["Chicken"]);
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByRole("button", { name: "Soon (Expiring)" }).click();
    await page.getByRole("button", { name: "Use it up" }).click();
    await expect(find).toHaveAttribute("href", "https://mealie.example/g/home?search=Milk");
  },
);

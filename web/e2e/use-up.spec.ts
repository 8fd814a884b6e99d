import { expect, test } from "./support/larder";

const DAY = 86_400_000;

test(
  "leads from expiring food to recipes, ready or by choice, and to the freezer",
  { tag: "@main" },
  async ({ page, context, larder }) => {
    await context.route(/allrecipes|example/, (route) => route.fulfill({ body: "<title>Recipes</title>" }));
    await larder.open("/", [
      { name: "Milk", left: 1 },
      { name: "Chicken", left: 2, category: "Meat" },
      { name: "Butter", left: 20 },
    ]);
    await page.reload();
    await page.getByRole("link", { name: /^1 thing for today and tomorrow Use it up$/ }).click();
    await expect(page.getByRole("heading", { name: "Use it up", level: 1 })).toBeFocused();
    const foods = page.getByRole("region", { name: "Or freeze it" });
    await expect(foods.getByRole("listitem")).toHaveCount(2);
    const ready = page.getByRole("link", { name: "Chicken + Milk + Butter" });
    await expect(ready).toHaveAttribute("href", "https://www.allrecipes.com/search?q=Chicken%20Milk%20Butter");
    await expect(ready).toHaveAttribute("rel", "noopener noreferrer");
    const opened = context.waitForEvent("page");
    await ready.click();
    await expect(await opened).toHaveURL("https://www.allrecipes.com/search?q=Chicken%20Milk%20Butter");

    await page.getByRole("button", { name: "Choose myself" }).click();
    const find = page.getByRole("link", { name: "Find recipes" });
    await expect(find).toHaveCount(0);
    await foods.getByRole("checkbox", { name: /Chicken/ }).check();
    await expect(find).toHaveAttribute("href", "https://www.allrecipes.com/search?q=Chicken");
    // The household's own server, which is remembered.
    await page.getByLabel("Search for recipes at").selectOption("Mealie on our server");
    await expect(find).toHaveCount(0);
    await page.getByLabel("Address").fill("mealie.example");
    await expect(find).toHaveAttribute("href", "https://mealie.example/g/home?search=Chicken");

    await foods.getByRole("button", { name: /^Freeze until .+: Chicken$/ }).click();
    await expect(foods.getByRole("listitem")).toHaveCount(1);
    await expect
      .poll(async () =>
        (await larder.call<{ name: string; expiresAt: string }[]>("GET", "/api/items"))
          .filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now() + 30 * DAY)
          .map(({ name }) => name),
      )
      .toEqual(["Chicken"]);
    await page.reload();
    await expect(page.getByRole("link", { name: "Milk + Butter" })).toHaveAttribute(
      "href",
      "https://mealie.example/g/home?search=Milk%20Butter",
    );
  },
);

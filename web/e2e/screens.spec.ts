import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { FULL_BROWSER } from "./support/browser";
import { setScene } from "./support/scene";
import { expect, test, waitForScreen } from "./support/larder";
import { SUPPORTED_LOCALES, textOf } from "./support/messages";
import { setTextSize } from "./support/text-size";

type Page = import("@playwright/test").Page;

/**
 * Compares pictures of the screens with those in `screens/`. They detect missing, moved or recoloured elements; the
 * tolerance allows for newer browsers. `npx playwright test screens --update-snapshots` takes them again; look at them
 * before committing.
 *
 * The system's face is another one on every machine, so these pictures are all set in the face that the site brings
 * along.
 *
 * `E2E_LOOK=folder npx playwright test screens` compares nothing and writes every screen at four sizes, in both themes
 * and all languages, with normal and with doubled text, into a folder to look through.
 */
const LOOK = process.env["E2E_LOOK"];

test.use({ launchOptions: FULL_BROWSER });

interface Screen {
  name: string;
  path: string;
  empty?: true;
  /**
   * The variants in which a picture is compared; others are only for viewing. The pictures should be small in total,
   * and most code is shown once.
   */
  compared?: readonly string[];
  act?: (page: Page, locale: string) => Promise<void>;
}
/** Presses the control with the language's label, or with the same one in all. */
const press = (name: string) => async (page: Page, locale: string) => {
  await page
    .getByRole("button", { name: name.includes(".") ? textOf(locale, name) : name, exact: true })
    .first()
    .click();
  await expect(page.locator("dialog[open]")).toBeVisible();
};
const PHONES = ["phone-light-en", "phone-dark-de"];
const ALL = [...PHONES, "wide-light-en", "phone-light-fr"];
const SCREENS: readonly Screen[] = [
  { name: "items", path: "/?tab=items", compared: ALL },
  { name: "scan", path: "/?tab=scan", compared: ALL },
  {
    name: "history",
    path: "/?tab=history",
    compared: PHONES,
    act: async (page) => {
      const receipt = page.getByRole("button", { name: /0199aa11/ }).first();
      await receipt.click();
      await expect(receipt).toHaveAttribute("aria-expanded", "true");
      await expect(page.getByText("Cheddar")).toBeVisible();
    },
  },
  { name: "archived", path: "/?tab=archived", compared: ["phone-light-en"] },
  {
    name: "browse",
    path: "/shopping-list?view=browse",
    act: async (page) => {
      const shelf = page.locator("li h3").first().getByRole("button");
      await shelf.click();
      await expect(shelf).toHaveAttribute("aria-expanded", "true");
    },
  },
  { name: "list", path: "/shopping-list?view=list", compared: ALL },
  { name: "shared", path: "/shared/Xk3vT9QmR2pLw7aBcDeFgH", compared: PHONES },
  { name: "shared-gone", path: "/shared/abcdefghijklmnopqrstuv" },
  { name: "settings", path: "/settings", compared: PHONES },
  { name: "together", path: "/together", compared: PHONES },
  { name: "legal", path: "/legal", compared: ["phone-light-en"] },
  { name: "not-found", path: "/nowhere", compared: ["phone-dark-de"] },
  {
    name: "edit",
    path: "/?tab=items",
    compared: PHONES,
    // A wide screen shows the item beside the list.
    act: async (page) => {
      await page.getByRole("button", { name: "Whole milk", exact: true }).first().click();
      // The cards behind it contain headings of level 2 as well.
      const beside = page.getByRole("region", { name: "Whole milk" }).getByRole("heading", { level: 2 });
      await expect(page.locator("dialog[open]").or(beside)).toBeVisible();
    },
  },
  { name: "account", path: "/?tab=items", act: press("common.account") },
  { name: "share", path: "/shopping-list?view=list", act: press("shopping.share") },
  { name: "import", path: "/shopping-list?view=list", act: press("shopping.import") },
  { name: "camera", path: "/?tab=scan", act: press("scan.takePhoto") },
  { name: "items-empty", path: "/?tab=items", empty: true },
  { name: "history-empty", path: "/?tab=history", empty: true },
  { name: "archived-empty", path: "/?tab=archived", empty: true },
  { name: "list-empty", path: "/shopping-list?view=list", empty: true },
];

async function show(page: Page, { path, act }: Screen, locale: string): Promise<void> {
  await page.goto(path);
  await waitForScreen(page);
  // What a screen shows later, such as the foods' drawings, is code of its own.
  await page.waitForLoadState("networkidle");
  if (LOOK === undefined) await page.addStyleTag({ content: ":root { --text: var(--display) !important; }" });
  await act?.(page, locale);
  await page.evaluate(() => document.fonts.ready);
}

const PHONE = { viewport: { width: 390, height: 844 } };
const NARROW = { viewport: { width: 320, height: 640 } };
const LANDSCAPE = { viewport: { width: 844, height: 390 } };
const WIDE = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };

for (const [size, device] of [
  ["phone", PHONE],
  ["narrow", NARROW],
  ["landscape", LANDSCAPE],
  ["wide", WIDE],
] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const locale of SUPPORTED_LOCALES) {
      const variant = `${size}-${colorScheme}-${locale.slice(0, 2)}`;
      if (LOOK === undefined && !ALL.includes(variant)) continue;
      test.describe(variant, () => {
        test.use({
          ...device,
          colorScheme,
          locale,
          contextOptions: { reducedMotion: "reduce" },
          bypassCSP: LOOK === undefined,
        });

        for (const empty of [false, true]) {
          const screens = SCREENS.filter(
            (screen) => (screen.empty ?? false) === empty && (LOOK !== undefined || screen.compared?.includes(variant)),
          );
          if (screens.length === 0) continue;
          test(
            empty ? "shows the screens of a new household" : "shows screens as in the stored pictures",
            // One of the stored sets belongs to the main journeys.
            { tag: variant === "phone-light-en" ? "@main" : [] },
            async ({ page }) => {
              test.setTimeout(300_000);
              await setScene(page, { empty });
              for (const screen of screens) {
                await show(page, screen, locale);
                if (LOOK === undefined) await expect.soft(page).toHaveScreenshot(`${screen.name}-${variant}.png`);
                else {
                  mkdirSync(LOOK, { recursive: true });
                  for (const text of [100, 200]) {
                    await setTextSize(page, text);
                    await page.evaluate(() => document.fonts.ready);
                    const path = join(LOOK, `${variant}-${screen.name}-${text}.png`);
                    await page.screenshot({ animations: "disabled", path });
                  }
                  await setTextSize(page, 100);
                }
              }
            },
          );
        }
      });
    }
  }
}

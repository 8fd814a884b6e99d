import { SCREENS, setScene } from "./support/scene";
import { expect, test, waitForScreen } from "./support/larder";
import { SUPPORTED_LOCALES, textOf } from "./support/messages";
import { setTextSize } from "./support/text-size";

type Page = import("@playwright/test").Page;

/**
 * WCAG's 1280 × 1024 window, magnified twice and four times, the narrowest phone, and a phone and a wide screen with
 * text twice as large.
 */
const SIZES = [
  [640, 512, 100],
  [320, 256, 100],
  [320, 640, 100],
  [390, 844, 200],
  [1280, 800, 200],
] as const;
/** The languages that are tested in all sizes. The others are tested in the size with the least space for words. */
const LOCALES_IN_ALL_SIZES = ["en-US", "de-DE", "fr-FR"];
const TIGHTEST = SIZES.filter(([width, , text]) => width === 390 && text === 200);
/** The size in which no word may be broken. */
const WIDE = [1280, 800, 100] as const;

const ALL_SCREENS = [...SCREENS, "/shopping-list?view=list&shop"];

/** Returns the words of a wide screen that are broken into two lines. */
function brokenWords(page: Page, screen: string): Promise<string[]> {
  return page.evaluate((name) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[\p{L}]+/gu)) {
        if (!node.parentElement?.checkVisibility() || node.parentElement.closest(".visually-hidden")) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = Array.from(range.getClientRects(), ({ top }) => top);
        if (Math.max(...tops) - Math.min(...tops) > 4) broken.push(`${name}: “${word}” is broken`);
      }
    return broken;
  }, screen);
}

// These functions run in the page, and return its faults.

/** A phone shows a page that is too wide in a wider window, so this is compared with what was asked for. */
function findWidePage(width: number): string[] {
  const pageWidth = Math.max(innerWidth, document.documentElement.scrollWidth);
  return pageWidth > width ? [`the page is ${pageWidth} px wide`] : [];
}

/** Finds lines of text that their box cuts off, but for names, which end with "…" after their second line. */
function findCutOffTexts(): string[] {
  const dialog = document.querySelector("dialog[open]");
  const found: string[] = [];
  for (const element of Array.from(
    (dialog ?? document).querySelectorAll("main h1, main h2, main p, main li, main label"),
  )) {
    const { overflowX, overflowY } = getComputedStyle(element);
    if (
      (overflowX !== "visible" || overflowY !== "visible") &&
      element.checkVisibility({ visibilityProperty: true }) &&
      element.clientHeight > 1 &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
    )
      found.push(`“${element.textContent}” is cut off`);
  }
  return found;
}

/** Finds controls and texts that reach out of the screen. */
function findOutside(width: number): string[] {
  const dialog = document.querySelector("dialog[open]");
  const found: string[] = [];
  for (const element of Array.from(
    (dialog ?? document).querySelectorAll("button, a, input, select, textarea, h1, h2, h3, p"),
  )) {
    const box = element.getBoundingClientRect();
    // What is inside of a row that scrolls sideways may reach beyond it; the page itself may not scroll.
    let row = element.parentElement;
    while (row && !(row.scrollWidth > row.clientWidth && /auto|scroll/.test(getComputedStyle(row).overflowX)))
      row = row.parentElement;
    const isScrolled = row !== null && row !== document.documentElement && row !== document.body;
    if (
      box.width > 1 &&
      box.height > 1 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !isScrolled &&
      (box.right > width + 1 || box.left < -1) &&
      getComputedStyle(element).position !== "fixed"
    )
      found.push(
        `“${element.getAttribute("aria-label") ?? element.textContent}” reaches from ${Math.round(box.left)} to ${Math.round(box.right)}`,
      );
  }
  return found;
}

/** Finds text that is wider than its control, and so overlaps the next one or is cut off by the card. */
function findOverflowingTexts(): string[] {
  const dialog = document.querySelector("dialog[open]");
  const found: string[] = [];
  for (const element of Array.from(
    (dialog ?? document).querySelectorAll("main button, main a, main p, main h1, main h2, dialog button, dialog p"),
  )) {
    if (
      element.checkVisibility({ visibilityProperty: true }) &&
      element.clientWidth > 1 &&
      getComputedStyle(element).overflowX === "visible" &&
      element.scrollWidth > element.clientWidth + 1
    )
      found.push(`“${element.textContent}” needs ${element.scrollWidth} of ${element.clientWidth} px`);
  }
  return found;
}

/** Finds overlapping texts in the same scroll container or positioned element. */
function findOverlappingTexts(): string[] {
  const dialog = document.querySelector("dialog[open]");
  const found: string[] = [];
  const texts: { node: Node; text: string; layer: Element | null; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(dialog ?? document.querySelector("main") ?? document, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? "";
    const parent = node.parentElement;
    if (text === "" || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of Array.from(range.getClientRects())) {
      let { left, right, top, bottom } = line;
      let layer: Element | null = parent;
      for (; layer && layer !== dialog; layer = layer.parentElement) {
        const { position, overflowX, overflowY } = getComputedStyle(layer);
        if (position === "fixed" || position === "sticky" || [overflowX, overflowY].includes("auto")) break;
        if (overflowX === "visible") continue;
        const clip = layer.getBoundingClientRect();
        left = Math.max(left, clip.left);
        right = Math.min(right, clip.right);
        top = Math.max(top, clip.top);
        bottom = Math.min(bottom, clip.bottom);
      }
      if (right - left > 2 && bottom - top > 2)
        texts.push({ node, text, layer, box: new DOMRect(left, top, right - left, bottom - top) });
    }
  }
  texts.forEach((one, at) => {
    for (const other of texts.slice(at + 1))
      if (
        one.node !== other.node &&
        one.layer === other.layer &&
        Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 1 &&
        // Lines of a heading are closer to each other than their font is tall.
        Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) >
          Math.min(one.box.height, other.box.height) / 2
      )
        found.push(`“${one.text}” and “${other.text}” lie over each other`);
  });
  return found;
}

/** Finds bars that stay in place and cover more than half of a page without a dialog. */
function findCoveringBars(): string[] {
  if (document.querySelector("dialog[open]")) return [];
  const found: string[] = [];
  const covered = new Set<number>();
  for (const element of Array.from(document.querySelectorAll("body *"))) {
    const { position } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (
      (position !== "fixed" && position !== "sticky") ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      box.width < innerWidth / 2
    )
      continue;
    for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(innerHeight, box.bottom); y += 1) covered.add(y);
  }
  if (covered.size > innerHeight / 2) found.push(`${covered.size} of ${innerHeight} px are covered by what stays`);
  return found;
}

/** Returns all faults of the current screen. */
async function faults(page: Page, screen: string): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0;
  const found = [
    ...(await page.evaluate(findWidePage, width)),
    ...(await page.evaluate(findCutOffTexts)),
    ...(await page.evaluate(findOutside, width)),
    ...(await page.evaluate(findOverflowingTexts)),
    ...(await page.evaluate(findOverlappingTexts)),
    ...(await page.evaluate(findCoveringBars)),
  ];
  return found.map((fault) => `${screen}: ${fault}`);
}

for (const locale of SUPPORTED_LOCALES) {
  test.describe(locale, () => {
    test.use({ locale, contextOptions: { reducedMotion: "reduce" } });

    test("cuts nothing off, never scrolls sideways, leaves half for content, and breaks no word", async ({
      page,
      context,
    }) => {
      test.setTimeout(300_000);
      await setScene(page);
      const found: string[] = [];
      const sizes = LOCALES_IN_ALL_SIZES.includes(locale) ? SIZES : TIGHTEST;
      const resize = async ([width, height, text]: readonly [number, number, number]) => {
        await page.setViewportSize({ width, height });
        await setTextSize(page, text);
        // Sizes that the page measures are applied after two frames.
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
      };
      /** Checks the current screen in each size: at its top, and scrolled, where sticky elements appear. */
      const checkScreen = async (screen: string, positions: readonly number[]) => {
        for (const size of sizes) {
          await resize(size);
          const [width, height, text] = size;
          for (const y of positions) {
            await page.evaluate((top) => scrollTo(0, top), y);
            found.push(...(await faults(page, `${screen} at ${width} × ${height}, text ${text} %`)));
          }
        }
      };
      const open = async (screen: string) => {
        await page.goto(screen);
        await waitForScreen(page);
      };
      for (const screen of ALL_SCREENS) {
        await open(screen);
        await checkScreen(screen, [0, 300]);
        await resize(WIDE);
        found.push(...(await brokenWords(page, screen)));
      }
      for (const [screen, opener] of [
        ["/?tab=items", "Whole milk"],
        ["/shopping-list?view=list", textOf(locale, "shopping.share")],
        ["/?tab=items", textOf(locale, "common.account")],
        ["/shopping-list?view=list", textOf(locale, "shopping.import")],
        ["/?tab=scan", textOf(locale, "fields.scanDate")],
        ["/settings", textOf(locale, "places.add")],
        ["/together", textOf(locale, "household.add")],
      ] as const) {
        await resize([390, 844, 100]);
        await open(screen);
        await page.getByRole("button", { name: opener, exact: true }).first().click();
        await expect(page.locator("dialog[open]")).toBeVisible();
        await checkScreen(`${opener} on ${screen}`, [0]);
      }
      // The status line has one line on the narrowest phone.
      await open("/?tab=items");
      await resize([320, 640, 100]);
      const line = page.locator("header").getByRole("status").last();
      const height = () => line.evaluate((element) => element.getBoundingClientRect().height);
      await page.route("**/api/**", (route) => route.fulfill({ status: 503, json: { error: "unavailable" } }));
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
      await expect(line).toContainText("11:00");
      expect(await height()).toBeLessThanOrEqual(24);
      await context.setOffline(true);
      await expect(line).not.toContainText("11:00");
      await expect(line).not.toBeEmpty();
      expect(await height()).toBeLessThanOrEqual(24);
      expect(found).toEqual([]);
    });
  });
}

test("never widens a page by a long word", async ({ page }) => {
  test.setTimeout(300_000);
  await setScene(page, { word: "Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz" });
  const found: string[] = [];
  for (const screen of ALL_SCREENS) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(screen);
    await waitForScreen(page);
    for (const [width, text] of [
      [390, 100],
      [360, 100],
      [320, 100],
      [390, 200],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await setTextSize(page, text);
      const wide = await page.evaluate(() => Math.max(innerWidth, document.documentElement.scrollWidth));
      if (wide > width) found.push(`${screen} at ${width} px, text ${text} %: ${wide} px`);
    }
  }
  expect(found).toEqual([]);
});

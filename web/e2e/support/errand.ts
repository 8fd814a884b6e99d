import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page, type Request } from "@playwright/test";
import { waitingChanges } from "./larder";

/** Records the announcements of live regions. */
function recordAnnouncements(): void {
  const said: string[] = [];
  (window as unknown as { said: string[] }).said = said;
  const LIVE = "[role=status], [role=alert], [aria-live]:not([aria-live=off])";
  const last = new WeakMap<Element, string>();
  const receive = (region: Element) => {
    // A region that a closing dialog hides for a moment has no line breaks.
    const text = (region as HTMLElement).innerText
      .replace(/\s*Undo\s*$/, " Undo")
      .replace(/\s+/g, " ")
      .trim();
    if (text === (last.get(region) ?? "")) return;
    last.set(region, text);
    if (text !== "") said.push(text);
  };
  new MutationObserver((changes) => {
    const regions = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const around = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
      if (around) regions.add(around);
      for (const node of Array.from(addedNodes))
        if (node instanceof Element)
          for (const region of [node, ...Array.from(node.querySelectorAll(LIVE))])
            if (region.matches(LIVE)) regions.add(region);
    }
    regions.forEach(receive);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/**
 * Waits until an element has the focus, and announcements and focus have not changed for half a second; three seconds at
 * most.
 */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    let lastState = "";
    let unchanged = 0;
    let checks = 0;
    const check = () => {
      const { activeElement, body } = document;
      const state = `${(window as unknown as { said: string[] }).said.length} ${activeElement?.outerHTML ?? ""}`;
      unchanged = state === lastState && activeElement !== body ? unchanged + 1 : 0;
      lastState = state;
      checks += 1;
      if (unchanged < 10 && checks < 60) return;
      clearInterval(timer);
      resolve();
    };
    const timer = setInterval(check, 50);
    check();
  });
}

/** Matches formatted dates, which differ from day to day. */
const DAYS =
  /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}(?:, \d{4})?|\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d\d-\d\d|(?<=until )(?:[JFMASOND][a-z]{2,8})(?: \d{4})?\b/g;

/** Matches announcements that depend on the speed of the machine. */
const NOISE = /^(Loading|Syncing)/;

/** Takes the pictures of `docs/ERRANDS.md` into a folder: `E2E_ERRANDS=folder npx playwright test errands`. */
const PICTURES = process.env["E2E_ERRANDS"];

/**
 * Returns the actions of an errand, which count its taps and keys and record what a screen reader announces: the
 * touched element, the focus afterwards, and live regions. `expectScript` compares that with a file of `e2e/errands/`.
 */
export async function startErrand(page: Page) {
  await page.evaluate(recordAnnouncements);
  // Requests that a tap causes.
  const inFlight = new Set<Request>();
  let requests = 0;
  page.on("request", (request) => {
    if (!["script", "stylesheet", "fetch", "xhr"].includes(request.resourceType())) return;
    requests += 1;
    inFlight.add(request);
  });
  page.on("requestfinished", (request) => inFlight.delete(request));
  page.on("requestfailed", (request) => inFlight.delete(request));
  const count = { taps: 0, keys: 0 };
  const lines: string[] = [];
  let last = "";
  const recordResult = async () => {
    for (let before = -1; before !== requests;) {
      before = requests;
      await page.evaluate(settle);
      // On a slow machine these take longer than `settle` waits.
      await expect.poll(() => inFlight.size).toBe(0);
      await expect.poll(() => waitingChanges(page)).toBe(0);
    }
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
    for (const text of said.filter((heard) => !NOISE.test(heard))) {
      const plain = text.replace(/\s/g, "");
      if (plain !== last) lines.push(`   says: ${text}`);
      last = plain;
    }
    const focus = page.locator(":focus");
    lines.push(`   focus: ${(await focus.count()) === 0 ? "the page" : await nameOf(focus)}`);
  };
  return {
    count,
    tap: async (target: Locator) => {
      count.taps += 1;
      await target.waitFor();
      // Announcements before the first tap belong to the page, not to the errand.
      if (count.taps === 1) await page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
      lines.push(`${count.taps}. ${await nameOf(target)}`);
      await target.tap();
      await recordResult();
    },
    type: async (text: string) => {
      count.keys += text.length;
      lines.push(`   typed: ${text}`);
      await page.keyboard.type(text);
      await recordResult();
    },
    /** Counts the taps of the phone's date picker: the field unless it is open, the day, and "Set". */
    pick: async (field: Locator, day: string, isOpen = false) => {
      const first = count.taps + 1;
      count.taps += isOpen ? 2 : 3;
      lines.push(`${first} to ${count.taps}. ${await nameOf(field)}, in the phone's own picker`);
      await field.fill(day);
      await recordResult();
    },
    /** Compares the errand with its script. */
    expectScript: async (name: string) => {
      if (PICTURES !== undefined) {
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({ path: join(PICTURES, `${name}.png`) });
      }
      expect(
        [`${count.taps} taps, ${count.keys} keys`, ...lines, ""].join("\n").replace(DAYS, "<day>"),
      ).toMatchSnapshot(`${name}.txt`);
    },
  };
}

/** Returns role, name and state of an element as assistive technology gets them. */
async function nameOf(target: Locator): Promise<string> {
  const [first = ""] = (await target.ariaSnapshot()).split("\n");
  return first
    .replace(/^- /, "")
    .replace(/:$/, "")
    .replace(/ \[active\]/, "");
}

// Takes the README's picture of two phones, from the QR code to a shared tick, from a running server: `node
// scripts/household-pictures.mjs http://127.0.0.1:8080`.
import { launch, phone, picture, post, saveRow } from "./browser.mjs";

const [base = "http://127.0.0.1:8080"] = process.argv.slice(2);
const LIST = [
  ["Milk", "Dairy & Eggs", 2, "carton"],
  ["Apples", "Fruits", 6, "item"],
  ["Bread", "Bread & Bakery", 1, "loaf"],
  ["Spaghetti", "Pantry Staples", 2, "box"],
];
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

const browser = await launch(base);

const pictures = [];
const take = async (page, whose, caption) =>
  pictures.push(await picture(page, `${whose}<br><span style="font-weight:400;color:#61574a">${caption}</span>`));
const phoneOf = (userAgent) => phone(browser, { locale: "en-US", userAgent });

const ana = await phoneOf(ANDROID);
await ana.goto("/shopping-list?view=list");
await ana.waitForFunction(() => localStorage.getItem("larder.session") !== null);
for (const [name, category, quantity, unit] of LIST)
  await post(ana, "/api/shopping-list", { name, category, quantity, unit, notes: "" });
await ana.goto("/together");
const opened = ana.waitForResponse(
  (response) => response.url().endsWith("/api/household/links") && response.request().method() === "POST",
);
await ana.getByRole("button", { name: "Add a device" }).click();
const { secret } = await (await opened).json();
await ana.getByRole("dialog").getByRole("img").waitFor();
await take(ana, "Ana’s phone", "shows a code");

const ben = await phoneOf(IPHONE);
await ben.goto(`/link#${secret}`);
const digits = (await ben.getByText(/^The digits are/).textContent()).replace(/\D/g, "");
await take(ben, "Ben’s phone", "scans it and shows two digits");

await ana.getByRole("dialog", { name: "iPhone, Safari Wants to Join" }).waitFor();
await ana.keyboard.type(digits[0]);
await take(ana, "Ana’s phone", "types them");
await ana.keyboard.type(digits[1]);
await ben.getByRole("button", { name: "Open the larder" }).click();
await ben.getByRole("heading", { name: "My Items" }).waitFor();
await ana.getByRole("list", { name: "Devices" }).getByText("iPhone, Safari").waitFor();

const show = async (page) => {
  await page.goto("/shopping-list?view=list");
  await page.waitForResponse((response) => response.url().endsWith("/api/shopping-list") && response.status() === 304);
  await page
    .getByRole("heading", { name: /^Your List/ })
    .evaluate((heading) => scrollTo(0, heading.getBoundingClientRect().top + scrollY - 84));
};
await Promise.all([show(ana), show(ben)]);
await ben.getByRole("checkbox", { name: "Milk" }).click();
await take(ben, "Ben’s phone", "checks off the milk");
await ana.getByText("iPhone checked off Milk").waitFor();
await ana.mouse.move(1, 1);
await take(ana, "Ana’s phone", "sees it");

await saveRow(browser, pictures, { name: "household.png", width: 1480, gap: 22, pictureWidth: 268 });

import { expect, it } from "vitest";
import { shareLinks } from "./share-links";

const url = "https://larder.example/shared/abc";

it("encodes message and address", () => {
  const links = shareLinks("My list “A&B”:", url, { isTouch: true, isApple: false });
  expect(decodeURIComponent(new URL(links.whatsapp).searchParams.get("text") ?? "")).toBe(`My list “A&B”: ${url}`);
  expect(links.sms).toBe(`sms:?body=${encodeURIComponent(`My list “A&B”: ${url}`)}`);
  expect(links.messenger).toBe(`fb-messenger://share/?link=${encodeURIComponent(url)}`);
});

it("uses other links for Apple's Messages and for computers", () => {
  expect(shareLinks("x", url, { isTouch: true, isApple: true }).sms.startsWith("sms:&body=")).toBe(true);
  expect(shareLinks("x", url, { isTouch: false, isApple: false }).messenger).toBe("https://www.messenger.com/new");
});

import { expect, it } from "vitest";
import { shareLinks } from "./share-links";

const url = "https://larder.example/shared/abc";

it("carries message and address, encoded", () => {
  const links = shareLinks("My list “A&B”:", url, { touch: true, apple: false });
  expect(decodeURIComponent(new URL(links.whatsapp).searchParams.get("text") ?? "")).toBe(`My list “A&B”: ${url}`);
  expect(links.sms).toBe(`sms:?body=${encodeURIComponent(`My list “A&B”: ${url}`)}`);
  expect(links.messenger).toBe(`fb-messenger://share/?link=${encodeURIComponent(url)}`);
});

it("speaks to Apple's Messages and to computers in their own ways", () => {
  expect(shareLinks("x", url, { touch: true, apple: true }).sms.startsWith("sms:&body=")).toBe(true);
  expect(shareLinks("x", url, { touch: false, apple: false }).messenger).toBe("https://www.messenger.com/new");
});

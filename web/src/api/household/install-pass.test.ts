// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { mockFetch } from "../../../test/support/requests";
import { signIn } from "../../../test/support/session";
import { auth } from "../../lib/auth/auth";
import { putPassIntoManifest } from "./install-pass";

const MANIFEST = { id: "/", scope: "/", icons: [{ src: "/icon.png" }] };
const HOUR_MS = 3_600_000;
let passes: number;
let written: Blob[];
beforeEach(() => {
  vi.useFakeTimers();
  [passes, written] = [0, []];
  document.head.innerHTML = '<link rel="manifest" href="/manifest.webmanifest">';
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${written.push(blob as Blob)}`);
  mockFetch(({ path }) => Response.json(path.endsWith("install-pass") ? { pass: `pass${(passes += 1)}` } : MANIFEST));
});

const changeAccount = (uid: string) => auth.change(() => Promise.resolve(signIn(uid)));
const address = () => document.querySelector("link")?.getAttribute("href");
const startUrl = async () => (JSON.parse((await written.at(-1)?.text()) ?? "{}") as { start_url: string }).start_url;

it("writes one pass for half a day, and another one after it", async () => {
  await changeAccount("a");
  await putPassIntoManifest();
  vi.advanceTimersByTime(11 * HOUR_MS);
  await putPassIntoManifest();
  expect([passes, address()]).toEqual([1, "blob:1"]);
  vi.advanceTimersByTime(2 * HOUR_MS);
  await putPassIntoManifest();
  expect(await startUrl()).toContain("#install=pass2");
});

it("takes the pass of the previous larder out of the manifest, also one that arrives late", async () => {
  await changeAccount("b");
  await putPassIntoManifest();
  await changeAccount("c");
  expect(address()).toBe("/manifest.webmanifest");
  const late = putPassIntoManifest();
  await changeAccount("d");
  await late;
  expect(address()).toBe("/manifest.webmanifest");
  await putPassIntoManifest();
  expect(await startUrl()).toContain(`#install=pass${passes}`);
});

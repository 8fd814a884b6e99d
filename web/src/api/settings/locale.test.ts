// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { storage } from "../../lib/browser/storage";
import { sendLocale } from "./locale";

const requests: unknown[] = [];
let larder: { timeZone?: string; language?: string } = {};
let device = "Europe/Berlin";

vi.mock("../../lib/auth/auth", () => ({ auth: { state: () => ({ uid: "u" }), onAccountChange: () => undefined } }));
vi.mock("../../lib/time/dates", () => ({ deviceTimeZone: () => device }));
vi.mock("../client", () => ({
  request: (_: string, { method = "GET", body }: { method?: string; body?: typeof larder }) => {
    requests.push(body ?? method);
    larder = { ...larder, ...body };
    return Promise.resolve(larder);
  },
}));

beforeEach(() => {
  requests.length = 0;
  larder = {};
  device = "Europe/Berlin";
  storage.remove("larder.locale");
});

it("gives a larder without time zone and language this device's, once", async () => {
  await sendLocale();
  await sendLocale();
  expect(requests).toEqual(["GET", { timeZone: "Europe/Berlin", language: "en" }]);
});

it("never moves a larder to the zone of a traveller", async () => {
  await sendLocale();
  device = "Asia/Tokyo";
  await sendLocale();
  await sendLocale({ isForced: true });
  expect(larder.timeZone).toBe("Europe/Berlin");
});

it("gives a larder of an earlier version its language only", async () => {
  larder = { timeZone: "Asia/Tokyo" };
  storage.set("larder.zone", "u Asia/Tokyo");
  await sendLocale();
  expect(requests).toEqual(["GET", { language: "en" }]);
});

it("gives a larder the zone again after the server has deleted it", async () => {
  await sendLocale();
  larder = {};
  await sendLocale({ isForced: true });
  expect(larder.timeZone).toBe("Europe/Berlin");
});

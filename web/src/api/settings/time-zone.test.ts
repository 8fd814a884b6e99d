// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { storage } from "../../lib/browser/storage";
import { sendTimeZone } from "./time-zone";

const requests: unknown[] = [];
let larderZone: string | null = null;
let device = "Europe/Berlin";

vi.mock("../../lib/auth/auth", () => ({ auth: { state: () => ({ uid: "u" }) } }));
vi.mock("../../lib/time/dates", () => ({ deviceTimeZone: () => device }));
vi.mock("../client", () => ({
  request: (_: string, { method = "GET", body }: { method?: string; body?: { timeZone: string } }) => {
    requests.push(body ?? method);
    if (body) larderZone = body.timeZone;
    return Promise.resolve({ timeZone: larderZone });
  },
}));

beforeEach(() => {
  requests.length = 0;
  larderZone = null;
  device = "Europe/Berlin";
  storage.remove("larder.zone");
});

it("gives a larder without a time zone this device's, once", async () => {
  await sendTimeZone();
  await sendTimeZone();
  expect(requests).toEqual(["GET", { timeZone: "Europe/Berlin" }]);
});

it("never moves a larder to the zone of a traveller", async () => {
  await sendTimeZone();
  device = "Asia/Tokyo";
  await sendTimeZone();
  await sendTimeZone({ isForced: true });
  storage.set("larder.zone", "u Asia/Tokyo");
  await sendTimeZone();
  expect(larderZone).toBe("Europe/Berlin");
});

it("gives it again after the server has deleted it", async () => {
  await sendTimeZone();
  larderZone = null;
  await sendTimeZone({ isForced: true });
  expect(larderZone).toBe("Europe/Berlin");
});

import { afterEach, expect, it } from "vitest";
import { storage } from "./browser/storage";
import { forgetShare, ownShares, rememberShare } from "./own-shares";

const now = new Date("2026-11-21T12:00:00Z");
const share = (token: string, uid = "me", createdAt = now.toISOString()) => ({
  uid,
  token,
  url: `https://x.example/shared/${token}`,
  title: "T",
  createdAt,
});

afterEach(() => storage.remove("larder.shares"));

it("returns the shares of an account, the newest first", () => {
  rememberShare(share("one"), now);
  rememberShare(share("two"), now);
  expect(ownShares("me", now).map((own) => own.token)).toEqual(["two", "one"]);
  expect(ownShares("you", now)).toEqual([]);
});

it("forgets a share after 30 days, and when it is turned off", () => {
  rememberShare(share("old", "me", "2026-10-22T11:59:59Z"), now);
  rememberShare(share("new", "me", "2026-10-22T12:00:01Z"), now);
  expect(ownShares("me", now).map((own) => own.token)).toEqual(["new"]);
  forgetShare("new");
  expect(ownShares("me", now)).toEqual([]);
});

it.each(["not json", "{}", '[1,null,{"token":5}]'])("ignores damaged data: %s", (text) => {
  storage.set("larder.shares", text);
  expect(ownShares("me", now)).toEqual([]);
});

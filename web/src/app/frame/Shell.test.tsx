// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { keys } from "../../api/cached/queries";
import { larderToday } from "../../lib/domain/freshness";
import { noteLarderZone } from "../../lib/time/clock";
import { Shell } from "./Shell";

afterEach(() => noteLarderZone(undefined));

it("counts days in the larder's zone on every page", () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(keys.preferences, { timeZone: "Pacific/Kiritimati" });
  renderWithQueries(<Shell tabs={<nav />}>page</Shell>, client);
  expect(larderToday(new Date("2026-11-28T12:00:00.000Z")).getDate()).toBe(29);
});

it("asks for no preferences on a page that needs no account", () => {
  const client = new QueryClient();
  renderWithQueries(<Shell>page</Shell>, client);
  expect(client.getQueryCache().find({ queryKey: keys.preferences })).toBeUndefined();
});

// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { itemOf } from "../../../test/support/rows";
import type { ImportPreview } from "../../api/types";
import { setLarderZone } from "../../lib/time/larder-zone";
import { ImportSummary } from "./ImportSummary";

it("shows the larder's day on a device farther east", () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  setLarderZone("America/New_York");
  onTestFinished(() => setLarderZone(undefined));
  const beef = itemOf("Beef", { expiresAt: "2026-11-25T04:59:59.999Z" });
  const lists = { items: [beef], listItems: [], leftOut: [], problems: [] };
  const counts = { itemCount: 1, listItemCount: 0, sessionCount: 0, knownCount: 0 };
  render(<ImportSummary preview={{ ...lists, ...counts } as unknown as ImportPreview} />);
  expect(screen.getByText(/Nov 24, 2026/)).toBeDefined();
});

// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { navigate, parameterOf, useHistoryState, useSearchParams } from "./router";

it.each([
  ["/shared/abc", "abc"],
  ["/shared/abc/", "abc"],
  ["/shared/a%20b", "a b"],
  ["/shared/", null],
  ["/shared/a/b", null],
  ["/shared", null],
  ["/settings", null],
  ["/shared/%E0%A4%A", null],
])("finds the parameter of %s: %s", (path, token) => expect(parameterOf(path, "/shared/")).toBe(token));

const renderLocation = () => renderHook(() => ({ search: useSearchParams(), state: useHistoryState() })).result;

it("replaces search parameters in the same history entry, with its state", () => {
  navigate("/?tab=items", { state: { added: ["a"] } });
  const { length } = history;
  const result = renderLocation();
  const narrow = () => new URLSearchParams({ tab: "items", filter: "soon" });
  act(() => result.current.search[1](narrow, { replace: true }));
  expect([location.search, result.current.state]).toEqual(["?tab=items&filter=soon", { added: ["a"] }]);
  expect(history.length).toBe(length);
});

it("adds a history entry without state for changed search parameters", () => {
  navigate("/?tab=items", { state: { added: ["a"] } });
  const { length } = history;
  const result = renderLocation();
  act(() => result.current.search[1](() => new URLSearchParams({ tab: "history" })));
  expect([location.search, result.current.state]).toEqual(["?tab=history", null]);
  expect(history.length).toBe(length + 1);
});

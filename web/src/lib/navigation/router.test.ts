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

it("keeps the state of a history entry when its search parameters are replaced, and adds an entry without state", () => {
  navigate("/?tab=items", { state: { added: ["a"] } });
  const { result } = renderHook(() => ({ search: useSearchParams(), state: useHistoryState() }));
  const narrow = () => new URLSearchParams({ tab: "items", filter: "soon" });
  act(() => result.current.search[1](narrow, { replace: true }));
  expect([location.search, result.current.state]).toEqual(["?tab=items&filter=soon", { added: ["a"] }]);
  act(() => result.current.search[1](() => new URLSearchParams({ tab: "history" })));
  expect(result.current.state).toBeNull();
});

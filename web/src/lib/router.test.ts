import { expect, it } from "vitest";
import { parameterOf } from "./router";

it.each([
  ["/shared/abc", "abc"],
  ["/shared/abc/", "abc"],
  ["/shared/a%20b", "a b"],
  ["/shared/", null],
  ["/shared/a/b", null],
  ["/shared", null],
  ["/settings", null],
  ["/shared/%E0%A4%A", null],
])("%s carries %s", (path, token) => expect(parameterOf(path, "/shared/")).toBe(token));

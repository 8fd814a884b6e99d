import { expect, it } from "vitest";
import { parseShareToken } from "./share-token";

it.each([
  ["https://larder.example/shared/AbC123xyz", "AbC123xyz"],
  ["https://larder.example/shared/AbC123xyz?utm=1", "AbC123xyz"],
  ["https://larder.example/shared/AbC123xyz#top", "AbC123xyz"],
  ["  https://larder.example/shared/AbC123xyz  ", "AbC123xyz"],
  ["look: /shared/AbC123", "AbC123"],
  ["AbC123", "AbC123"],
  ["x".repeat(29), "x".repeat(29)],
  // In an address, the token may be longer than a bare one.
  [`/shared/${"x".repeat(64)}`, "x".repeat(64)],
])("accepts %j", (input, token) => expect(parseShareToken(input)).toBe(token));

it.each([
  "",
  "   ",
  "short",
  "x".repeat(30),
  "abc/defg",
  "https://larder.example/",
  "/shared/",
  "/shared/12345",
  "/shared/12345?678",
  "/shared/#abcdef",
])("rejects %j", (input) => expect(parseShareToken(input)).toBeNull());

it("throws on an address that cannot be decoded", () =>
  expect(() => parseShareToken("/shared/%E0%A4%A")).toThrow(URIError));

import { expect, it } from "vitest";
import { derivedId } from "./derived-id";

it("counts up the last group of an id, and begins again after the highest", () =>
  expect([0, 1].map((n) => derivedId("0192f0c4-5b7e-7c3a-9d55-ffffffffffff", n))).toEqual([
    "0192f0c4-5b7e-7c3a-9d55-000000000000",
    "0192f0c4-5b7e-7c3a-9d55-000000000001",
  ]));

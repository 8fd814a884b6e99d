import { expect, it } from "vitest";
import { deviceLabel } from "./device-label";

it.each([
  [{ name: "iPhone, Safari" }, "iPhone, Safari"],
  [{ name: "iPhone, Safari", person: "Anna" }, "Anna (iPhone, Safari)"],
  [{ name: "" }, "Unnamed device"],
  [{ name: "", person: "Anna" }, "Anna (Unnamed device)"],
])("labels %o as %s", (device, label) => expect(deviceLabel(device, "Unnamed device")).toBe(label));

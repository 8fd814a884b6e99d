import { expect, it } from "vitest";
import { unusedTexts } from "../dev/languages/unused";

it("every text is read somewhere", { timeout: 120_000 }, () => expect(unusedTexts()).toEqual([]));

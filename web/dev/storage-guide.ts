import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/**
 * Provides `virtual:storage-guide`: the shelf lives of `shared/data`, without what only the server needs (reasons in
 * words, ranks, units).
 */
const NAME = "virtual:storage-guide";
const RESOLVED = `\0${NAME}`;
const data = (file: string) => fileURLToPath(new URL(`../../shared/data/${file}`, import.meta.url));

interface Kind {
  id: string;
  category: string;
  days: number;
  storage: string;
  source: string;
  reason: string;
}
interface Span {
  days: number;
  storage?: string;
  source: string;
}
interface Entry {
  kind?: string;
  category?: string;
  opened?: Span;
  frozen?: Span;
  thawed?: Span;
  places?: Record<string, number>;
}

/** As `Source::of` in `shared/domain/src/storage_guide.rs`. */
function source(text: string): string {
  if (text.startsWith("FoodKeeper")) return "foodkeeper";
  if (text.startsWith("USDA")) return "usda";
  return text.startsWith("table") ? "larder" : "estimate";
}

const UNITS = ["day", "week", "month", "year"];

/**
 * Returns the range at the beginning of a reason, such as "3 to 5 days": [3, 5, "days"]. Undefined for a single number,
 * which `days` has.
 */
export function range(reason: string): [from: number, to: number, unit: string] | undefined {
  const [, from, to, unit = ""] = /^(?:About )?(\d+) to (\d+) ([a-z]+?)s? /.exec(reason) ?? [];
  return UNITS.includes(unit) ? [Number(from), Number(to), `${unit}s`] : undefined;
}

export async function keepingData(): Promise<unknown> {
  const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(data(file), "utf8"));
  const kinds = (await read("storage.json")) as Kind[];
  const entries = (await read("states.json")) as Entry[];
  const span = (span: Span | undefined) =>
    span && [span.days, source(span.source), ...(span.storage ? [span.storage] : [])];
  return {
    kinds: Object.fromEntries(
      kinds.map(({ id, category, days, storage, source: from, reason }) => [
        id,
        [category, storage, days, source(from), ...(range(reason) ?? [])],
      ]),
    ),
    states: Object.fromEntries(
      entries.map(({ kind, category, opened, frozen, thawed, places }) => [
        kind ?? category,
        { o: span(opened), f: span(frozen), t: span(thawed), p: places && Object.entries(places)[0] },
      ]),
    ),
  };
}

export function storageGuide(): Plugin {
  return {
    name: "larder-storage-guide",
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null;
      this.addWatchFile(data("storage.json"));
      this.addWatchFile(data("states.json"));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(await keepingData()))});`;
    },
  };
}

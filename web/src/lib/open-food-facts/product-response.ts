import { MAX_QUANTITY } from "../domain/limits";
import { isListUnit, parseEntry } from "../domain/quick-entry";
import { categoryOfTags } from "./categories";

/** The data of a product for the forms. */
export interface LookedUpProduct {
  /** The brand and the title, at most `MAX_NAME_LENGTH` characters. */
  readonly name: string;
  /** The name without the brand, for the catalogue. */
  readonly title: string;
  /** The catalogue's category for the product's tags. */
  readonly category?: string;
  readonly size?: { readonly quantity: number; readonly unit: string };
}

/** As in the server's `domain::text`. */
const MAX_NAME_LENGTH = 200;
const MAX_BRAND_LENGTH = 40;
const MAX_TAGS = 100;

const FIELDS = [
  "product_name",
  "generic_name",
  "brands",
  "quantity",
  "product_quantity",
  "product_quantity_unit",
  "categories_tags",
] as const;

/** Returns the fields to request. All fields together have a hundred kilobytes. */
export function fieldsFor(language: string): string {
  return `code,product_name_${language},${FIELDS.join(",")}`;
}

/** Returns null if the database has no name for the product. Throws if the response is invalid. */
export function parseProduct(json: unknown, code: string, language: string): LookedUpProduct | null {
  const { status, product, code: answeredCode } = recordOf(json);
  if (!isScalar(status)) throw new Error("The response has no status.");
  if (Number(status) !== 1) return null;
  const fields = recordOf(product);
  if (isScalar(answeredCode) && withoutZeros(String(answeredCode)) !== withoutZeros(code))
    throw new Error("The response has another product.");
  // A field of the wrong type counts as missing.
  const text = (field: string) => (isScalar(fields[field]) ? String(fields[field]) : "");
  const title = [`product_name_${language}`, "product_name", "generic_name"]
    .map((field) => cleanText(text(field), MAX_NAME_LENGTH))
    .find((name) => name !== "" && !LOADING.test(name));
  if (title === undefined) return null;
  const tags: readonly unknown[] = Array.isArray(fields["categories_tags"]) ? fields["categories_tags"] : [];
  const category = categoryOfTags(tags.slice(0, MAX_TAGS).filter((tag): tag is string => typeof tag === "string"));
  const size = sizeOf(text("quantity")) ?? sizeOf(`${text("product_quantity")} ${text("product_quantity_unit")}`);
  return {
    name: withBrand(title, cleanText(text("brands").split(",")[0] ?? "", MAX_BRAND_LENGTH)),
    title,
    ...(category !== undefined && { category }),
    ...(size && { size }),
  };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("The response is not an object.");
  return value as Readonly<Record<string, unknown>>;
}

function isScalar(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Matches a placeholder that another app has stored as the name. */
const LOADING = /^(?:chargement|loading|laden|wird geladen)\s*(?:…|\.{2,})$/iu;

const withoutZeros = (code: string) => code.replace(/^0+/, "");

/** Adds the brand unless the title has it: "Barilla Spaghetti", but not "Nutella Nutella". */
function withBrand(title: string, brand: string): string {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return brand === "" || letters(title).includes(letters(brand))
    ? title
    : shortened(`${brand} ${title}`, MAX_NAME_LENGTH);
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">", apos: "'", "#39": "'" };

/** Returns one line without control, format and private characters (such as those that reverse the text direction). */
function cleanText(value: string, maxLength: number): string {
  const plain = value
    // Cuts long text before the expensive replacements.
    .slice(0, maxLength * 8)
    .replace(/&(quot|amp|lt|gt|apos|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, "")
    .replace(/(\p{M}{2})\p{M}+/gu, "$1")
    .trim();
  return shortened(plain, maxLength);
}

function shortened(value: string, maxLength: number): string {
  const letters = [...value];
  return letters.length <= maxLength
    ? value
    : `${letters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`;
}

/** Parses "500 g", "6 x 33 cl", "400 g ℮" or "1 pint, 568 ml". */
function sizeOf(text: string): LookedUpProduct["size"] {
  for (const part of text
    .slice(0, 100)
    .replaceAll("℮", " ")
    .split(/[(;\n]|,\s/)) {
    // The parser needs a name after the amount.
    const { quantity, unit } = parseEntry(`${part.trim()} name`);
    if (quantity !== undefined && unit !== undefined && isListUnit(unit) && quantity >= 1 && quantity <= MAX_QUANTITY)
      return { quantity, unit };
  }
  return undefined;
}

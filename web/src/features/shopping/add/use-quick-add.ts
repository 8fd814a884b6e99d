import { useMemo, useState } from "react";
import { learnCode } from "../../../api/product-codes";
import type { ShoppingListItem } from "../../../api/types";
import { aisleOf } from "../../../lib/domain/catalogue";
import { sameFoodKey } from "../../../lib/domain/food-name";
import { isOfOneChain, type FoundProduct } from "../../../lib/domain/gs1";
import { categoryNamed } from "../../../lib/domain/products";
import type { QuickEntry } from "../../../lib/domain/quick-entry";
import { useLanguage } from "../../../lib/language/i18n";
import { writeNumber } from "../../../lib/language/numbers";
import type { LookedUpProduct } from "../../../lib/open-food-facts/product-response";
import { useScreenDraft } from "../../../lib/state/screen-drafts";
import { EMPTY_FIELDS, MAX_NAME_LENGTH, type ItemFields } from "../../../ui/item-fields/model";
import { useProducts } from "../../../ui/hooks/use-products";
import { useCommon } from "../../../ui/text/strings";
import { amountsByName } from "../list/list-lines";
import { addRow } from "../mutations/rows";
import { parseEntries } from "./entries";
import { parseQuantity } from "./quantity";
import type { Suggestion } from "./suggestions";
import { useDismissedSuggestions } from "./use-dismissed-suggestions";
import { useSuggestions } from "./use-suggestions";
import { useShoppingStrings } from "virtual:strings/shopping";

const NONE: ReadonlySet<string> = new Set();
/** The initial values of the "Add Item" form (specification §3). */
const INITIAL_FIELDS: ItemFields = { ...EMPTY_FIELDS, category: "Pantry Staples" };

/**
 * What is typed into the quick add line, how it is understood, and the rows that it adds. `focusName` moves the focus
 * to the line after each row: the user may type several, one after the other.
 */
export function useQuickAdd(items: readonly ShoppingListItem[], isActive: boolean, focusName: () => void) {
  const common = useCommon();
  const t = useShoppingStrings();
  const language = useLanguage();
  const catalogue = useProducts();
  const [fields, setFields] = useScreenDraft("list.fields", INITIAL_FIELDS);
  /** The fields that the user has set. They take precedence over the typed text. */
  const [editedFields, setEditedFields] = useScreenDraft<ReadonlySet<string>>("list.edited", NONE);
  /** Why the typed line was not added. */
  const [problem, setProblem] = useState<string>();
  /** An unknown barcode, whose name the user is asked for; "" if it is not a product number that can be stored. */
  const [unknownCode, setUnknownCode] = useScreenDraft<string | null>("list.code", null);
  /** The name of a looked-up product. It is one entry, even if it contains commas or numbers. */
  const [lookedUpName, setLookedUpName] = useScreenDraft<string | null>("list.lookedUp", null);
  const isLookedUp = fields.name === lookedUpName;
  const entries: readonly QuickEntry[] = isLookedUp ? [{ name: fields.name }] : parseEntries(fields.name);
  const [entry = { name: "" }] = entries;
  const listed = useMemo(() => amountsByName(items.filter((item) => !item.isCompleted)), [items]);
  const [dismissed, dismiss] = useDismissedSuggestions();
  const suggestions = useSuggestions(entries.length > 1 ? "" : entry.name, items, listed, dismissed, isActive);
  const amount = {
    quantity:
      !editedFields.has("quantity") && entry.quantity !== undefined ? entry.quantity : parseQuantity(fields.quantity),
    unit: editedFields.has("unit") ? fields.unit : (entry.unit ?? fields.unit),
  };

  const setName = (name: string) => {
    setFields((before) => ({ ...before, name }));
    setProblem(undefined);
  };
  const edit = (next: Partial<ItemFields>) => {
    setFields((before) => ({ ...before, ...next }));
    setEditedFields((before) => new Set([...before, ...Object.keys(next)]));
  };
  const reset = () => {
    setUnknownCode(null);
    setLookedUpName(null);
    setFields(INITIAL_FIELDS);
    setEditedFields(NONE);
    setProblem(undefined);
    focusName();
  };
  const refuse = (reason: string) => {
    setProblem(reason);
    focusName();
  };
  const notesWith = (note = "") => [note, fields.notes.trim()].filter(Boolean).join(", ");
  const add = (name: string, category: string, unit = amount.unit, findCategory = false) => {
    const { quantity } = amount;
    addRow({ name, category, quantity, unit, notes: notesWith(entry.note) }, { findCategory });
    if (unknownCode !== null && unknownCode !== "") learnCode({ code: unknownCode, name, category, quantity, unit });
    reset();
  };
  /**
   * Adds a row for each entry of "mince, onions and garlic", or for each line of a pasted list, and leaves `rest` in
   * the line.
   */
  const addAll = (all: readonly QuickEntry[], rest = "") => {
    if (all.some(({ name }) => name.length > MAX_NAME_LENGTH)) return refuse(common.tooLong(MAX_NAME_LENGTH));
    const isChosen = editedFields.has("category");
    const defaultQuantity = editedFields.has("quantity") ? amount.quantity : 1;
    for (const { name, quantity = defaultQuantity, unit = fields.unit, note } of all) {
      const category = isChosen ? undefined : catalogue && categoryNamed(name, catalogue);
      const row = { name, category: category ?? fields.category, quantity, unit, notes: notesWith(note) };
      addRow(row, { findCategory: !isChosen && !catalogue });
    }
    reset();
    if (rest !== "") setName(rest);
  };
  const addTyped = () => {
    if (entry.name === "") return refuse(`${t.missingTitle}: ${t.missingText}`);
    if (entries.length > 1 || entry.name.length > MAX_NAME_LENGTH) return addAll(entries);
    if (editedFields.has("category")) return add(entry.name, fields.category);
    const suggestion = suggestions.find(({ name }) => sameFoodKey(name) === sameFoodKey(entry.name));
    const category = suggestion?.category ?? (catalogue && categoryNamed(entry.name, catalogue));
    add(entry.name, category ?? fields.category, amount.unit, !suggestion && !catalogue);
  };

  return {
    fields,
    problem,
    entries,
    amount,
    unknownCode,
    isLookedUp,
    suggestions,
    listed,
    dismiss,
    edit,
    setName,
    addTyped,
    addAll,
    addSuggestion: ({ name, category, unit }: Suggestion) =>
      add(
        name,
        editedFields.has("category") ? fields.category : category,
        entry.unit ?? (editedFields.has("unit") ? fields.unit : unit),
      ),
    /** Forgets an unknown barcode that the user leaves without a name, so that it is not stored for the next name. */
    forgetCode: () => {
      if (fields.name.trim() === "") setUnknownCode(null);
    },
    /** Adds the row of a known package. Returns false if the user has to complete it first. */
    addFromPackage: ({ gtin, known }: FoundProduct): boolean => {
      const learnt = known && { ...known, category: aisleOf(known.category), quantity: known.quantity ?? 1 };
      if (learnt && !isOfOneChain(gtin)) {
        addRow({ ...learnt, notes: "" });
        return true;
      }
      // A typed name belongs to the row that was begun before, and a looked-up one to an earlier barcode.
      if (isLookedUp) reset();
      else if (entry.name !== "") addTyped();
      if (learnt) edit({ ...learnt, quantity: writeNumber(language, learnt.quantity) });
      else setUnknownCode(gtin ?? "");
      return false;
    },
    /**
     * Fills the fields with a product of an online database. Returns false if a name is typed, unless `replace` is set.
     */
    fillFromLookup: (product: LookedUpProduct, replace = false): boolean => {
      if (fields.name.trim() !== "" && !replace) return false;
      const category = product.category ?? (catalogue && categoryNamed(product.title, catalogue));
      edit({ name: product.name, ...(category !== undefined && { category }) });
      setLookedUpName(product.name);
      setProblem(undefined);
      return true;
    },
  };
}

export type QuickAddState = ReturnType<typeof useQuickAdd>;

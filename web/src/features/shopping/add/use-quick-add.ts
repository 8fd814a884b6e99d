import { useMemo } from "react";
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
import { MAX_NAME_LENGTH } from "../../../ui/item-fields/model";
import { useProducts } from "../../../ui/hooks/use-products";
import { useCommon } from "../../../ui/text/strings";
import { amountsByName } from "../list/list-lines";
import { addRow } from "../mutations/rows";
import type { Suggestion } from "./suggestions";
import { useDismissedSuggestions } from "./use-dismissed-suggestions";
import { useLineDraft } from "./use-line-draft";
import { useSuggestions } from "./use-suggestions";
import { useShoppingStrings } from "virtual:strings/shopping";

/**
 * Adds the rows that are typed into the quick add line, suggested or scanned. `focusName` moves the focus to the line
 * after each row: the user may type several, one after the other.
 */
export function useQuickAdd(items: readonly ShoppingListItem[], isActive: boolean, focusName: () => void) {
  const common = useCommon();
  const t = useShoppingStrings();
  const language = useLanguage();
  const catalogue = useProducts();
  const draft = useLineDraft();
  const { fields, editedFields, unknownCode, isLookedUp, entries, entry, amount } = draft;
  const listed = useMemo(() => amountsByName(items.filter((item) => !item.isCompleted)), [items]);
  const [dismissed, dismiss] = useDismissedSuggestions();
  const suggestions = useSuggestions(entries.length > 1 ? "" : entry.name, items, listed, dismissed, isActive);

  const reset = () => {
    draft.clear();
    focusName();
  };
  const refuse = (reason: string) => {
    draft.setProblem(reason);
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
    if (rest !== "") draft.setName(rest);
  };
  const addTyped = () => {
    if (entry.name === "") return refuse(`${t.missingTitle}: ${t.missingText}`);
    if (entries.length > 1 || entry.name.length > MAX_NAME_LENGTH) return addAll(entries);
    if (editedFields.has("category")) return add(entry.name, fields.category);
    const suggestion = suggestions.find(({ name }) => sameFoodKey(name) === sameFoodKey(entry.name));
    const category = suggestion?.category ?? (catalogue && categoryNamed(entry.name, catalogue));
    add(entry.name, category ?? fields.category, amount.unit, !suggestion && !catalogue);
  };
  const addSuggestion = ({ name, category, unit }: Suggestion) =>
    add(
      name,
      editedFields.has("category") ? fields.category : category,
      entry.unit ?? (editedFields.has("unit") ? fields.unit : unit),
    );
  /** Adds the row of a known package. Returns false if the user has to complete it first. */
  const addFromPackage = ({ gtin, known }: FoundProduct): boolean => {
    const learnt = known && { ...known, category: aisleOf(known.category), quantity: known.quantity ?? 1 };
    if (learnt && !isOfOneChain(gtin)) {
      addRow({ ...learnt, notes: "" });
      return true;
    }
    // A typed name belongs to the row that was begun before, and a looked-up one to an earlier barcode.
    if (isLookedUp) reset();
    else if (entry.name !== "") addTyped();
    draft.setUnknownCode(learnt ? null : (gtin ?? ""));
    if (learnt) draft.edit({ ...learnt, quantity: writeNumber(language, learnt.quantity) });
    return false;
  };
  /** Fills the fields with a product of an online database. Returns false if a name is typed, unless `replace` is set. */
  const fillFromLookup = (product: LookedUpProduct, replace = false): boolean => {
    if (fields.name.trim() !== "" && !replace) return false;
    const category = product.category ?? (catalogue && categoryNamed(product.title, catalogue));
    draft.setLookedUp(product.name, category);
    return true;
  };
  /** Forgets an unknown barcode that the user leaves without a name, so that it is not stored for the next name. */
  const forgetCode = () => {
    if (fields.name.trim() === "") draft.setUnknownCode(null);
  };
  return {
    ...draft,
    suggestions,
    listed,
    dismiss,
    addTyped,
    addAll,
    addSuggestion,
    addFromPackage,
    fillFromLookup,
    forgetCode,
  };
}

export type QuickAddState = ReturnType<typeof useQuickAdd>;

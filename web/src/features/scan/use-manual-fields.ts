import { useState } from "react";
import { useNow } from "../../lib/time/clock";
import type { FoundProduct } from "../../lib/domain/gs1";
import type { LookedUpProduct } from "../../lib/open-food-facts/product-response";
import { useScreenDraft } from "../../lib/state/screen-drafts";
import { useLanguage } from "../../lib/language/i18n";
import { productName, productNamed, type Product } from "../../lib/domain/products";
import { EMPTY_FIELDS, type ItemFields } from "../../ui/item-fields/model";
import { useProducts } from "../../ui/hooks/use-products";
import { withCategory, withLookup, withPackage, withProduct, withoutProduct } from "./manual-form";

/** Returns true if the catalogue fills one of these fields, or a package its date. */
function hasCatalogueField(next: Partial<ItemFields>): boolean {
  const filled: readonly (keyof ItemFields)[] = ["unit", "shelfLife", "day", "dateKind", "printed"];
  return filled.some((field) => next[field] !== undefined);
}

/**
 * The fields of an item that is added by hand. For a name in the catalogue, its data fills the other fields, unless the
 * user has set them.
 */
export function useManualFields() {
  const language = useLanguage();
  const now = useNow();
  const catalogue = useProducts();
  const [fields, setFields] = useScreenDraft("add.fields", EMPTY_FIELDS);
  /** True once the user has set fields, which the catalogue no longer overwrites. */
  const [isEdited, setIsEdited] = useScreenDraft("add.isEdited", false);
  /** The scanned package, whose code and name are stored when the item is added. */
  const [found, setFound] = useScreenDraft<FoundProduct | null>("add.found", null);
  /** The name of the last looked-up product; any other one is typed. */
  const [lookedUpName, setLookedUpName] = useScreenDraft<string | null>("add.lookedUpName", null);
  const isLookedUp = fields.name === lookedUpName;
  const hasName = fields.name.trim() !== "";
  const hasTypedName = hasName && !isLookedUp && fields.name !== found?.known?.name;

  const edit = (next: ItemFields) => {
    setIsEdited(true);
    setFields(next);
  };
  /** Sets the date and weight of the scanned package again, which take precedence over the catalogue's data. */
  const withScanned = (next: ItemFields) =>
    found ? withPackage(next, { ...found, known: undefined }, undefined, now) : next;
  const setName = (name: string) => {
    if (isEdited) return setFields({ ...fields, name });
    const entry = catalogue && productNamed(name.trim(), catalogue);
    // Otherwise removes the data of an earlier name that was in the catalogue.
    const next = entry
      ? withProduct({ ...fields, name }, entry.category, entry.product)
      : { ...withoutProduct(fields), name };
    setFields(withScanned(next));
  };
  // The user may have typed before the catalogue was loaded.
  const [lastCatalogue, setLastCatalogue] = useState(catalogue);
  if (lastCatalogue !== catalogue) {
    setLastCatalogue(catalogue);
    if (!isEdited && fields.name !== "") setName(fields.name);
  }
  const isSamePackage = ({ gtin }: FoundProduct) => found === null || (gtin !== null && found.gtin === gtin);

  return {
    fields,
    found,
    catalogue,
    hasName,
    isLookedUp,
    edit,
    /** Sets what the user has changed in the form. */
    change: (next: Partial<ItemFields>) => {
      if (next.name !== undefined) setName(next.name);
      else if (next.category !== undefined) edit(withCategory(fields, next.category));
      else if (hasCatalogueField(next)) edit({ ...fields, ...next });
      else setFields({ ...fields, ...next });
    },
    chooseProduct: (category: string, product: Product) =>
      setFields(withScanned(withProduct({ ...fields, name: productName(product, language) }, category, product))),
    /** Returns true if a scanned package would replace what was typed for another one. */
    wouldReplaceTyped: (product: FoundProduct) => hasTypedName && !isSamePackage(product),
    /** Fills the fields with a scanned package. Returns true if they then have a name. */
    fillFromPackage: (product: FoundProduct): boolean => {
      const isSame = isSamePackage(product);
      // What was typed about this package stays, also before the household's name for its code.
      const start = isSame ? fields : EMPTY_FIELDS;
      const known = isSame && hasTypedName ? undefined : product.known;
      setFound(product);
      if (!isSame) setLookedUpName(null);
      setIsEdited(known !== undefined || (isEdited && isSame));
      setFields(withPackage(known ? withoutProduct(start) : start, { ...product, known }, catalogue, now));
      return known !== undefined || start.name.trim() !== "";
    },
    /**
     * Fills the fields with a product of an online database. Returns false if they have a name, unless `replace` is
     * set.
     */
    fillFromLookup: (product: LookedUpProduct, replace = false): boolean => {
      if (hasName && !replace) return false;
      edit(withScanned(withLookup(fields, product, catalogue)));
      setLookedUpName(product.name);
      return true;
    },
    reset: () => {
      setFound(null);
      setFields(EMPTY_FIELDS);
      setLookedUpName(null);
      setIsEdited(false);
    },
  };
}

export type ManualFieldsState = ReturnType<typeof useManualFields>;

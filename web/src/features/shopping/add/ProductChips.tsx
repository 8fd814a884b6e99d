import { Check, Plus } from "lucide-react";
import { localUnit } from "../../../lib/domain/units";
import { useLanguage } from "../../../lib/language/i18n";
import { sameFoodKey, type FoodKey } from "../../../lib/domain/food-name";
import { productName, type Product } from "../../../lib/domain/products";
import { unitName, useCommon } from "../../../ui/text/strings";
import { classes } from "../../../ui/classes";
import { listedText } from "../list/amount-text";
import type { ListLine } from "../list/list-lines";
import { useShoppingStrings } from "virtual:strings/shopping";

interface ProductChipsProps {
  products: readonly { product: Product; category: string }[];
  /** The amounts on the list, by the key of the food's name. */
  listed: ReadonlyMap<FoodKey, ListLine["amounts"]>;
  onAdd: (product: Product, category: string, pressed: HTMLElement) => void;
}

/** Shows products as buttons that add them, with the amount that is on the list already. */
export function ProductChips({ products, listed, onAdd }: ProductChipsProps) {
  const common = useCommon();
  const t = useShoppingStrings();
  const language = useLanguage();
  return (
    <ul className="flex wrap gap-8">
      {products.map(({ product, category }) => {
        const name = productName(product, language);
        const addName = t.addNamed(name, unitName(common, localUnit(product.unit)));
        const amounts = listed.get(sameFoodKey(name));
        const count = amounts && listedText(amounts, localUnit(product.unit), common, language);
        return (
          <li key={`${category} ${product.name}`}>
            <button
              type="button"
              className={classes("row gap-6 tap pill chip hover", count !== undefined && "chosen green strong")}
              data-listed={count !== undefined || undefined}
              aria-label={count !== undefined ? `${addName}, ${t.onList(count)}` : addName}
              onClick={(event) => onAdd(product, category, event.currentTarget)}
            >
              {count !== undefined ? (
                <Check size={16} strokeWidth={2} aria-hidden className="green" />
              ) : (
                <Plus size={16} strokeWidth={2} aria-hidden className="green" />
              )}
              <span>{name}</span>
              {count !== undefined && <span className="badge small strong solid">{count}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

import { localUnit } from "../../../lib/domain/units";
import { useLanguage } from "../../../lib/language/i18n";
import { sameFoodKey, type FoodKey } from "../../../lib/domain/food-name";
import { productName, type Product } from "../../../lib/domain/products";
import { CategoryIcon } from "../../../ui/widgets/CategoryIcon";
import { unitName, useCommon } from "../../../ui/text/strings";
import { classes } from "../../../ui/classes";
import { listedText } from "../list/amount-text";
import type { ListLine } from "../list/list-lines";
import styles from "./Browse.module.css";
import { useShoppingStrings } from "virtual:strings/shopping";

interface ProductTilesProps {
  products: readonly { product: Product; category: string }[];
  /** The amounts on the list, by the key of the food's name. */
  listed: ReadonlyMap<FoodKey, ListLine["amounts"]>;
  onAdd: (product: Product, category: string) => void;
}

/** Shows products as a grid of pictures that add them, with the amount that is on the list already. */
export function ProductTiles({ products, listed, onAdd }: ProductTilesProps) {
  const common = useCommon();
  const t = useShoppingStrings();
  const language = useLanguage();
  return (
    <ul className={`stack gap-4 ${styles.tiles}`}>
      {products.map(({ product, category }) => {
        const name = productName(product, language);
        const addName = t.addNamed(name, unitName(common, localUnit(product.unit)));
        const amounts = listed.get(sameFoodKey(name));
        const count = amounts && listedText(amounts, localUnit(product.unit), common, language);
        return (
          <li key={`${category} ${product.name}`} className="flex">
            <button
              type="button"
              className={classes(
                "place flex column mid gap-4 full hover small text-center",
                styles.product,
                count !== undefined && "chosen green strong",
              )}
              data-listed={count !== undefined || undefined}
              aria-label={count !== undefined ? `${addName}, ${t.onList(count)}` : addName}
              onClick={() => onAdd(product, category)}
            >
              <CategoryIcon category={category} kind={product.kind} />
              <span className="full snug">{name}</span>
              {count !== undefined && <span className={`badge strong solid ${styles.count}`}>{count}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

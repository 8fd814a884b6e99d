import type { FoodKey } from "../../../lib/domain/food-name";
import { useId } from "react";
import { ChevronDown } from "lucide-react";
import type { Product } from "../../../lib/domain/products";
import { CategoryIcon } from "../../../ui/widgets/CategoryIcon";
import { translated, useCommon } from "../../../ui/text/strings";
import styles from "./Browse.module.css";
import { ProductTiles } from "./ProductTiles";
import type { ListLine } from "../list/list-lines";
import { useShoppingStrings } from "virtual:strings/shopping";

interface CategorySectionProps {
  category: string;
  products: readonly Product[];
  listed: ReadonlyMap<FoodKey, ListLine["amounts"]>;
  open: boolean;
  onToggle: (header: HTMLElement) => void;
  onAdd: (product: Product, category: string) => void;
}

export function CategorySection({ category, products, listed, open, onToggle, onAdd }: CategorySectionProps) {
  const common = useCommon();
  const t = useShoppingStrings();
  const panel = useId();
  return (
    <li>
      <h3 className="plain">
        <button
          type="button"
          className={`row gap-12 full hover inset ${styles.toggle}`}
          aria-expanded={open}
          aria-controls={panel}
          onClick={(event) => onToggle(event.currentTarget)}
        >
          <CategoryIcon category={category} />
          <span className="title grow shrink">{translated(common.categories, category)}</span>
          <span className="muted small nowrap">{t.itemCount(products.length)}</span>
          <ChevronDown size={20} aria-hidden className="muted chevron" />
        </button>
      </h3>
      <div id={panel} hidden={!open} className={styles.panel}>
        {open && (
          <ProductTiles products={products.map((product) => ({ product, category }))} listed={listed} onAdd={onAdd} />
        )}
      </div>
    </li>
  );
}

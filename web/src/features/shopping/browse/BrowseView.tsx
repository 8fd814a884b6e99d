import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Search } from "lucide-react";
import type { ShoppingListItem } from "../../../api/types";
import { localUnit } from "../../../lib/domain/units";
import { useLanguage } from "../../../lib/language/i18n";
import { CATEGORIES, productName, search, type Product } from "../../../lib/domain/products";
import { Button } from "../../../ui/widgets/Button";
import { TextField } from "../../../ui/widgets/Field";
import { SkeletonList } from "../../../ui/widgets/Skeleton";
import { useCommon } from "../../../ui/text/strings";
import styles from "./Browse.module.css";
import { CategorySection } from "./CategorySection";
import { CurrentList } from "../list/CurrentList";
import { ProductTiles } from "./ProductTiles";
import { useCatalogue } from "./catalogue";
import { amountsByName } from "../list/list-lines";
import { addRow } from "../mutations/rows";
import { useShoppingStrings } from "virtual:strings/shopping";

/** The maximum number of matches shown. */
const MAX_MATCHES = 30;

/** Shows the catalogue by category; a tap adds a product to the list. */
export default function BrowseView({
  items,
  aisles,
  onMyList,
}: {
  items: readonly ShoppingListItem[];
  aisles: readonly string[];
  onMyList: () => void;
}) {
  const common = useCommon();
  const t = useShoppingStrings();
  const language = useLanguage();
  const { catalogue, failed, retry } = useCatalogue();
  const [openCategory, setOpenCategory] = useState<string | null>(null);
  const [text, setText] = useState("");
  const query = useDeferredValue(text);
  const found = useMemo(
    () => (catalogue && query.trim() !== "" ? search(catalogue, query, MAX_MATCHES) : undefined),
    [catalogue, query],
  );
  const listed = useMemo(() => amountsByName(items.filter((item) => !item.isCompleted)), [items]);
  const keepPosition = useScrollAnchor(openCategory);

  const add = (product: Product, category: string) =>
    addRow({
      name: productName(product, language),
      category,
      quantity: 1,
      unit: localUnit(product.unit),
      notes: "",
    });

  return (
    <div className="panes no-anchor">
      <section className="stack gap-16 top shrink" aria-labelledby="browse-title">
        <h2 id="browse-title">{t.browseTitle}</h2>
        <div className={`place ${styles.search}`}>
          <Search size={20} aria-hidden className={`muted ${styles.glass}`} />
          <TextField
            label={t.searchLabel}
            hideLabel
            type="search"
            placeholder={t.searchLabel}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
            enterKeyHint="search"
          />
        </div>
        {failed && (
          <div role="alert" className="card pad row wrap split gap-12">
            <p>{t.catalogueFailed}</p>
            <Button onClick={retry}>{common.retry}</Button>
          </div>
        )}
        {/* As tall as the closed categories, so that the card below does not move. */}
        {!catalogue && !failed && (
          <div className={`clip ${styles.waiting}`}>
            <SkeletonList rows={CATEGORIES.length} height={64} />
          </div>
        )}
        {catalogue && found && (
          <div className="stack gap-16 top shrink">
            <p role="status" className="muted">
              {found.length > 0 ? t.found(found.length) : t.searchEmpty(text.trim())}
            </p>
            <ProductTiles products={found} listed={listed} onAdd={add} />
          </div>
        )}
        {catalogue && !found && (
          <ul className="card rows clip">
            {CATEGORIES.map((category) => (
              <CategorySection
                key={category}
                category={category}
                products={catalogue.get(category) ?? []}
                listed={listed}
                open={openCategory === category}
                onToggle={(header) => {
                  keepPosition(header);
                  setOpenCategory(openCategory === category ? null : category);
                }}
                onAdd={add}
              />
            ))}
          </ul>
        )}
      </section>
      <div className="aside">
        <CurrentList items={items} aisles={aisles} onMyList={onMyList} />
      </div>
    </div>
  );
}

/**
 * Returns a function that keeps the position of a pressed element on the screen when `layout` changes. Opening a
 * category may close a long one above.
 */
function useScrollAnchor(layout: unknown): (element: HTMLElement) => void {
  const pressed = useRef<{ element: HTMLElement; top: number } | null>(null);
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const { element, top } = pressed.current;
    pressed.current = null;
    window.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: "instant" });
  }, [layout]);
  return (element) => {
    pressed.current = { element, top: element.getBoundingClientRect().top };
  };
}

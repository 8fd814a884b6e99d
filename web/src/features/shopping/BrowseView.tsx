import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Search } from "lucide-react";
import type { ShoppingListItem } from "../../api/types";
import { localUnit } from "../../lib/domain/units";
import { useLanguage } from "../../lib/language/i18n";
import { CATEGORIES, productName, search, type Product } from "../../lib/domain/products";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { SkeletonList } from "../../ui/Skeleton";
import { classes } from "../../ui/classes";
import { useCommon } from "../../ui/strings";
import styles from "./Browse.module.css";
import { CategorySection } from "./CategorySection";
import { CurrentList } from "./CurrentList";
import { ProductChips } from "./ProductChips";
import { useCatalogue } from "./catalogue";
import { amountsByName } from "./list-lines";
import { useAddRow } from "./mutations/rows";
import { useShoppingStrings } from "virtual:strings/shopping";

/** The maximum number of matches shown. */
const MATCHES = 30;

/** The catalogue by category; a tap adds an item to the list. */
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
  const addRow = useAddRow();
  const language = useLanguage();
  const { catalogue, failed, retry } = useCatalogue();
  const [open, setOpen] = useState<string | null>(null);
  const [text, setText] = useState("");
  const deferred = useDeferredValue(text);
  const found = useMemo(
    () => (catalogue && deferred.trim() !== "" ? search(catalogue, deferred, MATCHES) : undefined),
    [catalogue, deferred],
  );
  const pending = useMemo(() => items.filter((item) => !item.isCompleted), [items]);
  const listed = useMemo(() => amountsByName(pending), [pending]);
  // An existing list is shown first. Later additions do not move the card.
  const [listFirst] = useState(() => pending.length > 0);
  const keep = useScrollKeeper(`${open} ${pending.length}`);

  const add = (product: Product, category: string, pressed: HTMLElement) => {
    // The card above grows by what is added.
    if (listFirst) keep(pressed);
    addRow({
      name: productName(product, language),
      category,
      quantity: 1,
      unit: localUnit(product.unit),
      notes: "",
    });
  };

  return (
    <div className="panes no-anchor">
      <div className={classes("aside", styles.list, listFirst && styles.first)}>
        <CurrentList items={items} aisles={aisles} onMyList={onMyList} />
      </div>
      <section className="stack gap-16 top shrink" aria-labelledby="browse-title">
        <h2 id="browse-title">{t.browseTitle}</h2>
        <div className={`place ${styles.search}`}>
          <Search size={20} aria-hidden className={`soft ${styles.glass}`} />
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
        {/* As tall as the closed categories, so that the card below them stays where it is. */}
        {!catalogue && !failed && (
          <div className={`clip ${styles.waiting}`}>
            <SkeletonList rows={CATEGORIES.length} height={64} />
          </div>
        )}
        {catalogue && found && (
          <div className="stack gap-16 top shrink">
            <p role="status" className="soft">
              {found.length > 0 ? t.found(found.length) : t.searchEmpty(text.trim())}
            </p>
            <ProductChips products={found} listed={listed} onAdd={add} />
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
                open={open === category}
                onToggle={(header) => {
                  keep(header);
                  setOpen(open === category ? null : category);
                }}
                onAdd={add}
              />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

/**
 * Opening one category closes another, perhaps a long one above: the header that was pressed stays under the finger.
 */
function useScrollKeeper(changed: unknown): (element: HTMLElement) => void {
  const pressed = useRef<{ element: HTMLElement; top: number } | null>(null);
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const { element, top } = pressed.current;
    pressed.current = null;
    window.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: "instant" });
  }, [changed]);
  return (element) => {
    pressed.current = { element, top: element.getBoundingClientRect().top };
  };
}

import { useEffect, useRef } from "react";
import { Archive, Pencil, X } from "lucide-react";
import type { GroceryItem } from "../../api/types";
import { formatDate } from "../../lib/time/dates";
import { freshnessAt, freshnessBarLength } from "../../lib/domain/freshness";
import { isUnsure } from "../../lib/domain/unsure";
import { useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/Button";
import { CategoryIcon } from "../../ui/CategoryIcon";
import { FreshnessBadge, FreshnessBar } from "../../ui/Freshness";
import { expiryText, shownFreshness, useByText } from "../../ui/expiry-label";
import { useCommon } from "../../ui/strings";
import { FoodStates } from "./FoodStates";
import { ItemFacts } from "./ItemFacts";
import { useItemsStrings } from "virtual:strings/items";
import type { ItemActions } from "./use-item-actions";

interface ItemDetailProps {
  item: GroceryItem;
  now: Date;
  actions: ItemActions;
  onEdit: (item: GroceryItem) => void;
  /** Moves the focus to the heading, because the user opened the details. */
  takesFocus: boolean;
  /** Returns to the list. */
  onBack: () => void;
}

/** Shows all details of an item, next to the list. */
export default function ItemDetail({ item, now, actions, onEdit, takesFocus, onBack }: ItemDetailProps) {
  const common = useCommon();
  const t = useItemsStrings();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus, item.id]);

  const status = shownFreshness(item, now);
  const isExpired = freshnessAt(item, now) === "expired";
  const warning = useByText(common, language, item, now);
  const expiry = expiryText(common, language, item, now);
  return (
    // Escape returns to the list.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-labelledby="item-detail"
      className="card pad stack gap-16"
      onKeyDown={(event) => event.key === "Escape" && onBack()}
    >
      <div className="flex gap-12 start">
        <CategoryIcon category={item.category} kind={item.kind} />
        <div className="shrink">
          <h2 id="item-detail" ref={heading} tabIndex={-1}>
            <bdi>{item.name}</bdi>
          </h2>
          <p className="soft">
            {common.added(formatDate(language, item.createdAt))}
            {isUnsure(item) && ` · ${t.unsure}`}
          </p>
        </div>
      </div>
      <div className="stack gap-8">
        <p className="row wrap gap-8">
          <FreshnessBadge status={status} label={isExpired ? expiry : undefined} />{" "}
          {!isExpired && <strong>{expiry}</strong>}
        </p>
        {warning !== undefined && <p className="expired strong">{warning}</p>}
        <FreshnessBar status={status} length={freshnessBarLength(item, now)} />
      </div>
      <FoodStates
        item={item}
        now={now}
        onState={(event) => actions.changeState(item, event)}
        onOutcome={(outcome) => (outcome === "used" ? actions.markUsed(item) : actions.markTossed(item))}
      />
      <ItemFacts item={item} now={now} />
      <div className="flex wrap tight gap-8">
        <Button
          variant="primary"
          className="flexible"
          icon={<Pencil size={18} aria-hidden />}
          onClick={() => onEdit(item)}
        >
          {t.edit}
        </Button>
        <Button className="flexible" icon={<Archive size={18} aria-hidden />} onClick={() => actions.archive(item)}>
          {t.archive}
        </Button>
        <Button className="flexible" icon={<X size={18} aria-hidden />} onClick={() => actions.remove(item)}>
          {t.delete}
        </Button>
      </div>
    </section>
  );
}

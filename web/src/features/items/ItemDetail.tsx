import { useEffect, useRef } from "react";
import { Archive, Pencil, X } from "lucide-react";
import type { GroceryItem } from "../../api/types";
import { formatDate } from "../../lib/time/dates";
import { currentFreshness, lifeLength } from "../../lib/domain/freshness";
import { isUnsure } from "../../lib/domain/unsure";
import { useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/Button";
import { CategoryIcon } from "../../ui/CategoryIcon";
import { FreshnessBadge, LifeBar } from "../../ui/Freshness";
import { expiryText } from "../../ui/expiry-label";
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
  /** It was asked for, so it says so to who listens. */
  focus: boolean;
  /** Back to the list. */
  onLeave: () => void;
}

/** All that is known of a thing, beside the list. */
export default function ItemDetail({ item, now, actions, onEdit, focus, onLeave }: ItemDetailProps) {
  const common = useCommon();
  const t = useItemsStrings();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus({ preventScroll: true });
  }, [focus, item.id]);

  const status = currentFreshness(item, now);
  const keeps = expiryText(common, language, item, now);
  return (
    // Escape only goes where the list's own keys cannot: back to it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-labelledby="item-detail"
      className="card pad stack gap-16"
      onKeyDown={(event) => event.key === "Escape" && onLeave()}
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
          <FreshnessBadge status={status} label={status === "expired" ? keeps : undefined} />{" "}
          {status !== "expired" && <strong>{keeps}</strong>}
        </p>
        <LifeBar status={status} length={lifeLength(item, now)} />
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

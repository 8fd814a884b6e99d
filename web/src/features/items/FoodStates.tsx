import { useId } from "react";
import { PackageOpen, Snowflake, Sun, Trash2, Utensils } from "lucide-react";
import type { GroceryItem, Outcome } from "../../api/types";
import { isPastUseBy, type FoodEvent } from "../../lib/domain/food-state";
import { placeOf } from "../../lib/domain/places";
import { Button } from "../../ui/Button";
import styles from "./FoodStates.module.css";
import { SHARES, shareName } from "./shares";
import { useItemsStrings } from "virtual:strings/items";

interface FoodStatesProps {
  item: GroceryItem;
  now: Date;
  onState: (event: FoodEvent) => void;
  onOutcome: (outcome: Outcome) => void;
}

/** Buttons to record the share that is left, and a change of state or the outcome. */
export function FoodStates({ item, now, onState, onOutcome }: FoodStatesProps) {
  const t = useItemsStrings();
  const id = useId();
  const isFrozen = placeOf(item) === "freezer";
  const isPastDate = isPastUseBy(item, now);
  const warning = isFrozen
    ? undefined
    : isPastDate
      ? t.useByPassed
      : item.thawedAt
        ? t.thawedBefore
        : item.guide?.freezesBadly
          ? t.freezesBadly
          : undefined;
  return (
    <div className="stack gap-8">
      <p id={`${id}-left`} className="strong">
        {t.left}
      </p>
      <div role="group" aria-labelledby={`${id}-left`} className={`stack gap-8 tight ${styles.left}`}>
        {[...SHARES, 1].map((share) => (
          <Button
            key={share}
            aria-pressed={(item.left ?? 1) === share}
            className={(item.left ?? 1) === share ? "chosen green" : ""}
            aria-label={t.shareLeft[shareName(share)]}
            onClick={() => (item.left ?? 1) !== share && onState({ event: "used", left: share })}
          >
            {share === 1 ? t.shareLeft.all : t.shareSign[shareName(share)]}
          </Button>
        ))}
      </div>
      <p id={`${id}-done`} className="strong">
        {t.done}
      </p>
      <div role="group" aria-labelledby={`${id}-done`} className="two-columns tight gap-8">
        <Button icon={<Utensils size={18} aria-hidden />} className="green" onClick={() => onOutcome("used")}>
          {t.used}
        </Button>
        <Button icon={<Trash2 size={18} aria-hidden />} onClick={() => onOutcome("tossed")}>
          {t.tossed}
        </Button>
        {!item.openedAt && (
          <Button icon={<PackageOpen size={18} aria-hidden />} onClick={() => onState({ event: "opened" })}>
            {t.opened}
          </Button>
        )}
        {isFrozen ? (
          <Button icon={<Sun size={18} aria-hidden />} onClick={() => onState({ event: "thawed" })}>
            {t.thawed}
          </Button>
        ) : (
          !isPastDate && (
            <Button
              icon={<Snowflake size={18} aria-hidden />}
              aria-describedby={warning && `${id}-warning`}
              onClick={() => onState({ event: "frozen" })}
            >
              {t.frozen}
            </Button>
          )
        )}
      </div>
      {warning && (
        <p id={`${id}-warning`} className="soft">
          {warning}
        </p>
      )}
    </div>
  );
}

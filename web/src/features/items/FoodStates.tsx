import { useId } from "react";
import { PackageOpen, Snowflake, Sun, Trash2, Utensils } from "lucide-react";
import type { GroceryItem, Outcome } from "../../api/types";
import type { FoodEvent } from "../../lib/domain/food-state";
import { keepsOf } from "../../lib/domain/keeping";
import { Button } from "../../ui/Button";
import surface from "../../ui/Surface.module.css";
import styles from "./FoodStates.module.css";
import { SHARES, shareName } from "./shares";
import { useItemsStrings } from "./strings";

interface FoodStatesProps {
  item: GroceryItem;
  now: Date;
  onState: (event: FoodEvent) => void;
  onOutcome: (outcome: Outcome) => void;
}

/** Food state buttons: one tap each, no numbers; Larder computes the date. */
export function FoodStates({ item, now, onState, onOutcome }: FoodStatesProps) {
  const t = useItemsStrings();
  const warningId = useId();
  const keeps = keepsOf(item);
  const isFrozen = (item.storage ?? keeps.storage) === "freezer";
  const isSpoilt = item.dateKind === "use_by" && now.getTime() >= Date.parse(item.expiresAt);
  const warning = isFrozen
    ? undefined
    : isSpoilt
      ? t.useByPassed
      : item.thawedAt
        ? t.thawedBefore
        : keeps.freezesBadly
          ? t.freezesBadly
          : undefined;
  return (
    <div className={styles.states}>
      <div role="group" aria-label={t.left} className={styles.left}>
        {SHARES.map((share) => (
          <Button
            key={share}
            aria-pressed={item.left === share}
            aria-label={t.shareLeft[shareName(share)]}
            onClick={() => onState({ event: "used", left: item.left === share ? 1 : share })}
          >
            {t.shareSign[shareName(share)]}
          </Button>
        ))}
        <Button icon={<Utensils size={18} aria-hidden />} className={styles.eaten} onClick={() => onOutcome("used")}>
          {t.used}
        </Button>
      </div>
      <div role="group" aria-label={t.done} className={styles.done}>
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
          !isSpoilt && (
            <Button
              icon={<Snowflake size={18} aria-hidden />}
              aria-describedby={warning && warningId}
              onClick={() => onState({ event: "frozen" })}
            >
              {t.frozen}
            </Button>
          )
        )}
        <Button icon={<Trash2 size={18} aria-hidden />} onClick={() => onOutcome("tossed")}>
          {t.tossed}
        </Button>
      </div>
      {warning && (
        <p id={warningId} className={surface.soft}>
          {warning}
        </p>
      )}
    </div>
  );
}

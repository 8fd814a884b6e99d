import { PackageOpen, Snowflake, Sun } from "lucide-react";
import type { GroceryItem } from "../../api/types";
import type { ExpiryReason, FoodEvent } from "../../lib/domain/food-state";
import { keepsOf } from "../../lib/domain/keeping";
import { Button } from "../../ui/Button";
import surface from "../../ui/Surface.module.css";
import styles from "./EditItemDialog.module.css";
import { useItemsStrings } from "./strings";

/** What was done with it: one tap each, and Larder reckons the day. */
export function FoodStates({ item, now, onState }: { item: GroceryItem; now: Date; onState: (event: FoodEvent) => void }) {
  const t = useItemsStrings();
  const keeps = keepsOf(item);
  const isFrozen = (item.storage ?? keeps.storage) === "freezer";
  const isSpoilt = item.dateKind === "use_by" && now.getTime() >= Date.parse(item.expiresAt);
  const warning = isFrozen ? undefined : isSpoilt ? t.useByPassed : item.thawedAt ? t.thawedBefore : keeps.freezesBadly ? t.freezesBadly : undefined;
  return (
    <div role="group" aria-label={t.done} className={styles.states}>
      {!item.openedAt && <Button icon={<PackageOpen size={18} aria-hidden />} onClick={() => onState({ event: "opened" })}>{t.opened}</Button>}
      {isFrozen ? (
        <Button icon={<Sun size={18} aria-hidden />} onClick={() => onState({ event: "thawed" })}>{t.thawed}</Button>
      ) : (
        !isSpoilt && <Button icon={<Snowflake size={18} aria-hidden />} aria-describedby={warning && "freezing"} onClick={() => onState({ event: "frozen" })}>{t.frozen}</Button>
      )}
      {warning && <p id="freezing" className={surface.soft}>{warning}</p>}
    </div>
  );
}

/** Why its day is what it is: "5 days in the fridge once opened, USDA FoodKeeper". Undefined where a person or a package said it. */
export function expiryReason(t: ReturnType<typeof useItemsStrings>, item: GroceryItem): string | undefined {
  const { expiryReason: reason } = item;
  if (reason) return reasonText(t, reason);
  const keeps = keepsOf(item);
  if (item.dateKind || keeps.days !== item.shelfLifeDays || (item.storage ?? keeps.storage) !== keeps.storage) return undefined;
  return reasonText(t, { because: "kept", days: keeps.days, storage: keeps.storage, source: keeps.source });
}

function reasonText(t: ReturnType<typeof useItemsStrings>, { because, days, storage, source }: ExpiryReason): string {
  const span = days >= 365 && days % 365 === 0 ? t.span.years(days / 365) : days >= 60 ? t.span.months(Math.round(days / 30)) : t.span.days(days);
  return t.why(span, storage, because, source);
}

import type { GroceryItem } from "../../../api/types";
import { dayIndex, expiryDate, freshnessAt, larderToday } from "../../../lib/domain/freshness";
import { useLanguage } from "../../../lib/language/i18n";
import { formatFutureDay } from "../../../lib/time/dates";
import { classes } from "../../../ui/classes";
import { expiryLabel, shownFreshness } from "../../../ui/text/expiry-label";
import { SEPARATOR } from "../../../ui/text/separator";
import { useCommon } from "../../../ui/text/strings";
import { FreshnessIcon } from "../../../ui/widgets/Freshness";
import styles from "./ItemCard.module.css";

interface CardDayProps {
  item: GroceryItem;
  now: Date;
  /** True if the text beside the day has its label too. */
  isInText: boolean;
}

/**
 * Shows the day at the end of a row, coloured only if it is past, today or tomorrow. Screen readers also hear the label
 * of specification §4.
 */
export function CardDay({ item, now, isInText }: CardDayProps) {
  const common = useCommon();
  const language = useLanguage();
  const status = shownFreshness(item, now);
  const isExpired = freshnessAt(item, now) === "expired";
  const day = expiryDate(item);
  const today = larderToday(now);
  const index = dayIndex(day, today);
  const isUrgent = isExpired || index <= 1;
  const label = expiryLabel(common, language, item, now);
  return (
    <p className={`rigid end ${styles.day}`}>
      <strong className={classes("row gap-4 at-end", isUrgent ? `bold ${status}` : "muted strong")}>
        {isUrgent && <FreshnessIcon status={status} size={14} />}
        <span aria-hidden={isExpired || undefined}>{formatFutureDay(language, day, today)}</span>
        {isExpired
          ? !isInText && <span className="visually-hidden">{label}</span>
          : index > 0 && <span className="visually-hidden">{`${SEPARATOR}${label}`}</span>}
      </strong>
    </p>
  );
}

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { receiptQuery } from "../../../api/receipts/receipt-query";
import type { GroceryItem } from "../../../api/types";
import { isSoldWithoutDate } from "../../../lib/domain/catalogue";
import { isUnsure } from "../../../lib/domain/unsure";
import { useTask } from "../../../lib/state/prompt-queue";
import { Link } from "../../../lib/navigation/router";
import button from "../../../ui/widgets/Button.module.css";
import { Menu } from "../../../ui/widgets/Menu";
import { classes } from "../../../ui/classes";
import type { ItemActions } from "../use-item-actions";
import { useDatesRoundStrings } from "virtual:strings/dates-round";
import { useItemsStrings } from "virtual:strings/items";

const DatesRoundDialog = lazy(() => import("../dates/DatesRoundDialog"));

/**
 * Shown after a scan, on one line: the number of added items, a link to the receipt, which stands out if lines of it
 * should be checked, and a menu to scan the dates on packages or to undo the whole scan.
 */
export default function AddedBanner({
  items,
  onUndo,
  onDismiss,
  actions,
}: {
  items: readonly GroceryItem[];
  /** Deletes all added items, with its own undo. */
  onUndo: () => void;
  onDismiss: () => void;
  actions: Pick<ItemActions, "save">;
}) {
  const t = useItemsStrings();
  const dates = useDatesRoundStrings();
  const [isScanningDates, setIsScanningDates] = useState(false);
  const session = items.find((item) => item.scanSessionId)?.scanSessionId ?? null;
  const { data: receipt } = useQuery({ ...receiptQuery(session ?? ""), enabled: session !== null });
  const banner = useRef<HTMLElement>(null);
  // Moves the focus here after a scan, unless the user has moved it. Only the app itself focuses a heading.
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body || focused.matches("h1"))
      banner.current?.focus({ preventScroll: true });
  }, []);
  useTask(items.length > 0);
  if (items.length === 0) return null;
  const needsCheck = items.some(isUnsure) || (receipt !== undefined && receipt.offBy !== 0);
  return (
    <>
      <section ref={banner} tabIndex={-1} className="row gap-8 green wash notice" role="status">
        <Sparkles size={20} aria-hidden />
        <strong className="grow shrink">{t.addedBanner(items.length)}</strong>
        {session !== null && (
          <Link
            href={`/?tab=history&receipt=${encodeURIComponent(session)}`}
            className={classes(button.button, button.small, needsCheck ? button.primary : button.ghost)}
          >
            {t.checkReceipt}
          </Link>
        )}
        <Menu
          label={t.more(t.addedBanner(items.length))}
          groups={() => [
            {
              entries: [
                ...(items.some(({ category }) => !isSoldWithoutDate(category))
                  ? [{ label: dates.offer, onChoose: () => setIsScanningDates(true) }]
                  : []),
                { label: t.undoAll, onChoose: onUndo },
                { label: t.dismiss, onChoose: onDismiss },
              ],
            },
          ]}
        />
      </section>
      <Suspense>
        {isScanningDates && (
          <DatesRoundDialog items={items} actions={actions} onClose={() => setIsScanningDates(false)} />
        )}
      </Suspense>
    </>
  );
}

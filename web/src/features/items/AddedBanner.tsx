import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { receiptQuery } from "../../api/receipts/receipt-query";
import type { GroceryItem } from "../../api/types";
import { isSoldWithoutDate } from "../../lib/domain/catalogue";
import { isUnsure } from "../../lib/domain/unsure";
import { useTask } from "../../lib/state/prompt-queue";
import { Link } from "../../lib/navigation/router";
import { Button } from "../../ui/Button";
import button from "../../ui/Button.module.css";
import { classes } from "../../ui/classes";
import type { ItemActions } from "./use-item-actions";
import { useDatesRoundStrings } from "virtual:strings/dates-round";
import { useItemsStrings } from "virtual:strings/items";

const DatesRoundDialog = lazy(() => import("./DatesRoundDialog"));

/**
 * After a scan: what it brought, whether that is worth a look, the way to the receipt itself and to the dates of the
 * packages, and the whole of it undone by one tap.
 */
export default function AddedBanner({
  items,
  onUndo,
  onDismiss,
  actions,
}: {
  items: readonly GroceryItem[];
  /** Takes all of them out again, which can be undone in turn. */
  onUndo: () => void;
  onDismiss: () => void;
  actions: Pick<ItemActions, "save">;
}) {
  const t = useItemsStrings();
  const dates = useDatesRoundStrings();
  const [isScanning, setIsScanning] = useState(false);
  const session = items.find((item) => item.scanSessionId)?.scanSessionId ?? null;
  const { data: receipt } = useQuery({ ...receiptQuery(session ?? ""), enabled: session !== null });
  const banner = useRef<HTMLElement>(null);
  // Focuses a finished scan, unless the user has moved on: a heading has the focus only from the app itself.
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body || focused.matches("h1"))
      banner.current?.focus({ preventScroll: true });
  }, []);
  useTask(items.length > 0);
  if (items.length === 0) return null;
  const unsure = items.filter(isUnsure).length;
  const isOff = receipt !== undefined && receipt.offBy !== 0;
  return (
    <>
      <section ref={banner} tabIndex={-1} className="row wrap gap-8 green wash notice" role="status">
        <Sparkles size={20} aria-hidden />
        <p className="words">
          <strong>{t.addedBanner(items.length)}</strong>{" "}
          <span className="stack ink">
            {[unsure > 0 && t.addedUnsure(unsure), isOff && t.addedOff].filter(Boolean).join(" ") || t.addedHint}
          </span>
        </p>
        <div className="flex wrap end">
          {session !== null && (
            <Link
              href={`/?tab=history&receipt=${encodeURIComponent(session)}`}
              className={classes(button.button, button.small, unsure > 0 || isOff ? button.primary : button.ghost)}
            >
              {t.checkReceipt}
            </Link>
          )}
          {items.some(({ category }) => !isSoldWithoutDate(category)) && (
            <Button size="small" variant="ghost" aria-haspopup="dialog" onClick={() => setIsScanning(true)}>
              {dates.offer}
            </Button>
          )}
          <Button size="small" variant="ghost" onClick={onUndo}>
            {t.undoAll}
          </Button>
          <Button size="small" variant="ghost" onClick={onDismiss}>
            {t.dismiss}
          </Button>
        </div>
      </section>
      <Suspense>
        {isScanning && <DatesRoundDialog items={items} actions={actions} onClose={() => setIsScanning(false)} />}
      </Suspense>
    </>
  );
}

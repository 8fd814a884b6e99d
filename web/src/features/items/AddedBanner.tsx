import { useEffect, useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { receiptQuery } from "../../api/receipts/receipt-query";
import type { GroceryItem } from "../../api/types";
import { isUnsure } from "../../lib/domain/unsure";
import { useTask } from "../../lib/state/prompt-queue";
import { Link } from "../../lib/navigation/router";
import { Button } from "../../ui/Button";
import button from "../../ui/Button.module.css";
import { classes } from "../../ui/classes";
import styles from "./AddedBanner.module.css";
import { useItemsStrings } from "virtual:strings/items";

/**
 * After a scan: what it brought, whether that is worth a look, the way to the receipt itself, and the whole of it
 * undone by one tap.
 */
export default function AddedBanner({
  items,
  onUndo,
  onDismiss,
}: {
  items: readonly GroceryItem[];
  /** Takes all of them out again, which can be undone in turn. */
  onUndo: () => void;
  onDismiss: () => void;
}) {
  const t = useItemsStrings();
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
    <section ref={banner} tabIndex={-1} className={styles.banner} role="status">
      <Sparkles size={20} aria-hidden />
      <p>
        <strong>{t.addedBanner(items.length)}</strong>{" "}
        <span>
          {[unsure > 0 && t.addedUnsure(unsure), isOff && t.addedOff].filter(Boolean).join(" ") || t.addedHint}
        </span>
      </p>
      <div className={styles.actions}>
        {session !== null && (
          <Link
            href={`/?tab=history&receipt=${encodeURIComponent(session)}`}
            className={classes(button.button, button.small, unsure > 0 || isOff ? button.primary : button.ghost)}
          >
            {t.checkReceipt}
          </Link>
        )}
        <Button size="small" variant="ghost" onClick={onUndo}>
          {t.undoAll}
        </Button>
        <Button size="small" variant="ghost" onClick={onDismiss}>
          {t.dismiss}
        </Button>
      </div>
    </section>
  );
}

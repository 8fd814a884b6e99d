import { Sparkles } from "lucide-react";
import { outbox } from "../../api/outbox/outbox";
import type { GroceryItem } from "../../api/types";
import { Button } from "../../ui/Button";
import styles from "./AddedBanner.module.css";
import { useItemsStrings } from "./strings";

/** After a scan: what it brought, a hint at how to correct it, and the whole of it undone by one tap. */
export default function AddedBanner({ items, onDismiss }: { items: readonly GroceryItem[]; onDismiss: () => void }) {
  const t = useItemsStrings();
  if (items.length === 0) return null;
  const undo = () => {
    for (const item of items) void outbox.submit({ kind: "item.delete", item }).catch(() => undefined);
    onDismiss();
  };
  return (
    <section className={styles.banner} role="status">
      <Sparkles size={20} aria-hidden />
      <p><strong>{t.addedBanner(items.length)}</strong> <span>{t.addedHint}</span></p>
      <div className={styles.actions}>
        <Button size="small" variant="ghost" onClick={undo}>{t.undoAll}</Button>
        <Button size="small" variant="ghost" onClick={onDismiss}>{t.dismiss}</Button>
      </div>
    </section>
  );
}

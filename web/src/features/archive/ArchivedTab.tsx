import { RotateCcw } from "lucide-react";
import { outbox } from "../../api/outbox/outbox";
import type { GroceryItem } from "../../api/types";
import { useArchived } from "../../api/use-data";
import { useLanguage } from "../../lib/i18n";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { CategoryIcon } from "../../ui/CategoryIcon";
import { EmptyState } from "../../ui/EmptyState";
import { LoadFailed } from "../../ui/LoadFailed";
import { SkeletonList } from "../../ui/Skeleton";
import surface from "../../ui/Surface.module.css";
import { ArchiveBox } from "../../ui/art/ArchiveBox";
import { quantityText, translated, useCommon } from "../../ui/strings";
import { showUndo } from "../../ui/toasts";
import styles from "./ArchivedTab.module.css";
import { useArchiveStrings } from "./strings";

/** Archived and deleted items, which can be restored. */
export default function ArchivedTab() {
  const common = useCommon();
  const t = useArchiveStrings();
  const language = useLanguage();
  const { data: items, query } = useArchived();

  const restore = (item: GroceryItem) => {
    void outbox.submit({ kind: "item.restore", item });
    showUndo(
      "archive.restore",
      (n) => t.restored(n, item.name),
      common.undo,
      () => {
        // Restores the previous state, including the outcome.
        if (item.outcome) void outbox.submit({ kind: "item.outcome", itemId: item.id, outcome: item.outcome, item });
        else void outbox.submit({ kind: item.itemStatus === "archived" ? "item.archive" : "item.delete", item });
      },
    );
  };

  return (
    <div className={surface.stack}>
      <div className={surface.split}>
        <h1>{t.title}</h1>
        {items && items.length > 0 && <Badge>{t.count(items.length)}</Badge>}
      </div>
      {query.isError && !items?.length && <LoadFailed onRetry={() => void query.refetch()} busy={query.isFetching} />}
      {items === undefined && !query.isError && <SkeletonList rows={4} height={80} />}
      {items?.length === 0 && !query.isError && (
        <EmptyState art={<ArchiveBox />} title={t.emptyTitle} text={t.emptyText} />
      )}
      {items && items.length > 0 && (
        <ul className={styles.items} aria-label={t.list}>
          {items.map((item) => (
            <li key={item.id} className={styles.item}>
              <CategoryIcon category={item.category} />
              <div className={styles.words}>
                <h2 className={styles.name}>{item.name}</h2>
                <p className={styles.meta}>
                  {translated(common.categories, item.category)} ·{" "}
                  {quantityText(common, language, item.quantity, item.unit)}
                </p>
                {item.itemStatus === "deleted" ? (
                  <Badge tone="destructive">{t.deleted}</Badge>
                ) : (
                  <Badge>{t.archived}</Badge>
                )}
                {(item.outcome === "used" || item.outcome === "tossed") && <Badge>{t[item.outcome]}</Badge>}
              </div>
              <Button
                size="small"
                icon={<RotateCcw size={18} aria-hidden />}
                aria-label={t.restoreNamed(item.name)}
                onClick={() => restore(item)}
              >
                {common.restore}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

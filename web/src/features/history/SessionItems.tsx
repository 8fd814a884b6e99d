import { useQuery } from "@tanstack/react-query";
import { sessionItemsQuery } from "../../api/cached/queries";
import { useLanguage } from "../../lib/language/i18n";
import { Badge } from "../../ui/widgets/Badge";
import { Button } from "../../ui/widgets/Button";
import { Skeleton } from "../../ui/widgets/Skeleton";
import { quantityText, useCommon } from "../../ui/text/strings";
import styles from "./SessionCard.module.css";
import { useHistoryStrings } from "virtual:strings/history";

/** Shows the items of a receipt and their current state. They are loaded only while shown. */
export function SessionItems({ id, label }: { id: string; label: string }) {
  const common = useCommon();
  const t = useHistoryStrings();
  const language = useLanguage();
  const query = useQuery(sessionItemsQuery(id));
  // The user marked these lines as wrongly read.
  const items = query.data?.filter(({ outcome }) => outcome !== "misread");

  if (items === undefined) {
    if (!query.isError) {
      return (
        <div role="status" className={`stack gap-12 ${styles.items}`}>
          <span className="visually-hidden">{common.loading}</span>
          <Skeleton height={24} width="60%" />
          <Skeleton height={24} width="75%" />
          <Skeleton height={24} width="50%" />
        </div>
      );
    }
    return (
      <div role="alert" className={`row wrap gap-8 muted ${styles.items}`}>
        <span>{t.itemsFailed}</span>
        <Button variant="ghost" size="small" onClick={() => void query.refetch()} busy={query.isFetching}>
          {common.retry}
        </Button>
      </div>
    );
  }
  if (items.length === 0) return <p className={`row wrap gap-8 muted ${styles.items}`}>{t.noItems}</p>;
  return (
    <ul className={`rows ${styles.items}`} aria-label={label}>
      {items.map((item) => (
        <li key={item.id} className={`row wrap tap ${styles.item}`}>
          <span className={item.itemStatus === "active" ? "strong" : "muted"}>{item.name}</span>
          {item.itemStatus === "archived" && <Badge>{t.archived}</Badge>}
          {item.itemStatus === "deleted" && <Badge tone="destructive">{t.deleted}</Badge>}
          {(item.outcome === "used" || item.outcome === "tossed") && <Badge>{t[item.outcome]}</Badge>}
          <span className="end muted small nowrap">{quantityText(common, language, item.quantity, item.unit)}</span>
        </li>
      ))}
    </ul>
  );
}

import { ListPlus } from "lucide-react";
import type { SharedList } from "../../api/types";
import { useAuth } from "../../lib/auth/use-auth";
import { useLanguage } from "../../lib/language/i18n";
import { Link } from "../../lib/navigation/router";
import { formatDate } from "../../lib/time/dates";
import { ShoppingBag } from "../../ui/art/ShoppingBag";
import { classes } from "../../ui/classes";
import { amountsText, translated, useCommon } from "../../ui/text/strings";
import { Badge } from "../../ui/widgets/Badge";
import { Button } from "../../ui/widgets/Button";
import button from "../../ui/widgets/Button.module.css";
import { CategoryIcon } from "../../ui/widgets/CategoryIcon";
import { EmptyState } from "../../ui/widgets/EmptyState";
import { groupByCategory, linesOf } from "./group-items";
import styles from "./SharedListPage.module.css";
import { useListImport } from "./use-list-import";
import { useSharingStrings } from "virtual:strings/sharing";

interface SharedListViewProps {
  shared: SharedList;
  token: string;
  /** Checks with the server whether the link still works. */
  checkExists: () => Promise<boolean>;
}

/** Shows who shared a list, and its lines by category; imports it, or leads a device without a larder to join one. */
export function SharedListView({ shared, token, checkExists }: SharedListViewProps) {
  const t = useSharingStrings();
  const language = useLanguage();
  const { status } = useAuth();
  const hasLarder = status !== "removed" && status !== "signed-out" && status !== "closed";
  const { list, items } = shared;
  const lines = linesOf(items);
  return (
    <>
      <header className={`stack gap-8 left ${styles.header}`}>
        <div className="row wrap gap-12">
          <Badge tone="default">{t.badge}</Badge>
          <Badge>{t.itemCount(lines.length)}</Badge>
        </div>
        <h1>{list.title}</h1>
        {list.description && <p className="large pre-line">{list.description}</p>}
        <p className="muted">
          {t.by(list.ownerName)} · <time dateTime={list.createdAt}>{formatDate(language, list.createdAt)}</time>
        </p>
        {items.length > 0 && hasLarder && <ImportButton shared={shared} token={token} checkExists={checkExists} />}
        {items.length > 0 && !hasLarder && (
          <Link href="/link" className={classes(button.button, button.primary, "no-print")}>
            {t.importJoin}
          </Link>
        )}
      </header>
      {items.length === 0 ? (
        <EmptyState art={<ShoppingBag />} title={t.emptyTitle} text={t.emptyText} />
      ) : (
        <div className="columns gap-12">
          {groupByCategory(lines.map((rows) => ({ ...rows[0], rows }))).map(([category, group]) => (
            <CategoryCard key={category} category={category} lines={group.map(({ rows }) => rows)} />
          ))}
        </div>
      )}
    </>
  );
}

function ImportButton({ shared, token, checkExists }: SharedListViewProps) {
  const t = useSharingStrings();
  const { importAll, isImporting } = useListImport(shared, token, checkExists);
  return (
    <Button
      variant="primary"
      className="no-print members-only"
      icon={<ListPlus size={18} aria-hidden />}
      busy={isImporting}
      onClick={() => void importAll()}
    >
      {isImporting ? t.importing : t.import}
    </Button>
  );
}

function CategoryCard({
  category,
  lines,
}: {
  category: string;
  lines: readonly (readonly [SharedList["items"][number], ...SharedList["items"]])[];
}) {
  const common = useCommon();
  const language = useLanguage();
  const name = translated(common.categories, category);
  return (
    <section className="card cell" aria-label={name}>
      <h2 className="row gap-12 title">
        <CategoryIcon category={category} />
        {name}
      </h2>
      <ul className="ruled rows">
        {lines.map((rows) => (
          <li key={rows[0].id} className={`stack ${styles.item}`}>
            <span className="strong">{rows[0].name}</span>
            <span className="muted small">{amountsText(common, language, rows)}</span>
            {rows.map(
              ({ id, notes }) =>
                notes && (
                  <span key={id} className={`muted ${styles.notes}`}>
                    {notes}
                  </span>
                ),
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

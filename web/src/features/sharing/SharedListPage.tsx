import "../../ui/styles/screens.css";
import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, navigate } from "../../lib/navigation/router";
import { ArrowLeft, ListPlus } from "lucide-react";
import { ApiError } from "../../api/client";
import { sharedListQuery, shoppingListQuery } from "../../api/cached/queries";
import type { SharedItem, SharedList, ShoppingListItem } from "../../api/types";
import { useAuth } from "../../lib/auth/use-auth";
import { formatDate } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import { ownShares } from "../../lib/own-shares";
import { isOnline } from "../../lib/browser/online";
import { sameFoodKey } from "../../lib/domain/food-name";
import { Badge } from "../../ui/widgets/Badge";
import { Button } from "../../ui/widgets/Button";
import button from "../../ui/widgets/Button.module.css";
import { CategoryIcon } from "../../ui/widgets/CategoryIcon";
import { EmptyState } from "../../ui/widgets/EmptyState";
import { Skeleton, SkeletonList } from "../../ui/widgets/Skeleton";
import { OpenDoor } from "../../ui/art/OpenDoor";
import { ShoppingBag } from "../../ui/art/ShoppingBag";
import { classes } from "../../ui/classes";
import { quantityText, translated, useCommon } from "../../ui/text/strings";
import { showToast } from "../../ui/toasts";
import { useTitle } from "../../ui/hooks/use-title";
import styles from "./SharedListPage.module.css";
import { groupByCategory, linesOf } from "./group-items";
import { importList, isImporting } from "./mutations";
import { useSharingStrings } from "virtual:strings/sharing";

/** Shows a shared list, with or without sign-in. */
export default function SharedListPage({ token }: { token: string }) {
  const t = useSharingStrings();
  const query = useQuery(sharedListQuery(token));
  // A deleted list also disappears from an open page. After a temporary error it stays.
  const isGone = query.error instanceof ApiError && !query.error.isTemporary;
  const shared = !isGone && isComplete(query.data) ? query.data : undefined;
  useTitle(shared?.list.title ?? t.badge);
  const checkExists = async () => {
    const { error } = await query.refetch();
    return !(error instanceof ApiError) || error.isTemporary;
  };

  return (
    <div className={styles.page}>
      <Link href="/shopping-list" className={`row gap-8 tap strong no-print ${styles.back}`}>
        <ArrowLeft size={18} aria-hidden />
        {t.back}
      </Link>
      {query.isPending ? (
        <div className="stack gap-16 top shrink">
          <Skeleton height={26} width={110} />
          <Skeleton height={40} width={260} />
          <SkeletonList rows={4} height={64} label={t.loading} />
        </div>
      ) : shared ? (
        <ListContent shared={shared} token={token} checkExists={checkExists} />
      ) : (
        <div role="alert">
          <EmptyState
            heading="h1"
            art={<OpenDoor />}
            title={t.badge}
            text={t.unavailable}
            action={
              <Link href="/shopping-list" className={classes(button.button, button.primary)}>
                {t.back}
              </Link>
            }
          />
        </div>
      )}
    </div>
  );
}

/** Missing data counts as unavailable (specification §8). */
function isComplete(data: SharedList | undefined): data is SharedList {
  return typeof data?.list === "object" && data.list !== null && Array.isArray(data.items);
}

function findPendingRow(list: readonly ShoppingListItem[], { name, unit }: SharedItem): ShoppingListItem | undefined {
  return list.find((item) => !item.isCompleted && item.unit === unit && sameFoodKey(item.name) === sameFoodKey(name));
}

/** Returns true if the list has an equal row, which is probably from an earlier import. */
function isImported(list: readonly ShoppingListItem[], item: SharedItem): boolean {
  const row = findPendingRow(list, item);
  return row !== undefined && row.quantity === item.quantity && (row.notes ?? "") === (item.notes ?? "");
}

interface ListContentProps {
  shared: SharedList;
  token: string;
  /** Checks with the server whether the link still works. */
  checkExists: () => Promise<boolean>;
}

function ListContent({ shared: { list, items }, token, checkExists }: ListContentProps) {
  const common = useCommon();
  const t = useSharingStrings();
  const language = useLanguage();
  const lines = linesOf(items);
  const [isImportRunning, setIsImportRunning] = useState(false);
  const { uid, status } = useAuth();
  const hasLarder = status !== "removed" && status !== "signed-out" && status !== "closed";
  // From a share of the user's own list, only rows that the list lacks are imported.
  const isOwn = ownShares(uid, new Date()).some((share) => share.token === token);
  const { data: own, refetch } = useQuery({ ...shoppingListQuery(), enabled: isOwn });
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const importAll = async () => {
    setIsImportRunning(true);
    // The page then shows that the list is unavailable.
    if (isOnline() && !(await checkExists())) return;
    const ownList = (isOnline() ? (await refetch()).data : undefined) ?? own ?? [];
    const missing = items.filter((item) =>
      isOwn ? !findPendingRow(ownList, item) : !isImported(ownList, item) && !isImporting(item),
    );
    setIsImportRunning(false);
    if (missing.length === 0) {
      showToast({ title: t.importNothing });
      navigate("/shopping-list?view=list");
      return;
    }
    setIsImportRunning(true);
    const answer = importList({
      items: missing,
      sharedBy: list.ownerName,
      sharedAt: formatDate(language, list.createdAt),
      token,
    });
    if (!isOnline()) showToast({ title: t.importLater, text: t.importLaterText });
    try {
      const { imported } = await answer;
      showToast({ tone: "success", title: t.imported, text: t.importedText(imported) });
      // The user may have left the page before the answer.
      if (isMounted.current) navigate("/shopping-list?view=list");
    } catch {
      // The app announces refusals (OutboxNotices).
      setIsImportRunning(false);
    }
  };

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
        {items.length > 0 && !hasLarder && (
          <Link href="/link" className={classes(button.button, button.primary, "no-print")}>
            {t.importJoin}
          </Link>
        )}
        {items.length > 0 && hasLarder && (
          <Button
            variant="primary"
            className="no-print members-only"
            icon={<ListPlus size={18} aria-hidden />}
            busy={isImportRunning}
            onClick={() => void importAll()}
          >
            {isImportRunning ? t.importing : t.import}
          </Button>
        )}
      </header>
      {items.length === 0 ? (
        <EmptyState art={<ShoppingBag />} title={t.emptyTitle} text={t.emptyText} />
      ) : (
        <div className="columns gap-12">
          {groupByCategory(lines.map((rows) => ({ ...rows[0], rows }))).map(([category, group]) => (
            <section key={category} className="card cell" aria-label={translated(common.categories, category)}>
              <h2 className="row gap-12 title">
                <CategoryIcon category={category} />
                {translated(common.categories, category)}
              </h2>
              <ul className="ruled rows">
                {group.map((item) => (
                  <li key={item.id} className={`stack ${styles.item}`}>
                    <span className="strong">{item.name}</span>
                    <span className="muted small">
                      {item.rows
                        .map(({ quantity, unit }) => quantityText(common, language, quantity, unit))
                        .join(" + ")}
                    </span>
                    {item.rows.map(
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
          ))}
        </div>
      )}
    </>
  );
}

import { lazy, Suspense, useDeferredValue, useState, type ComponentType } from "react";
import { Link, useSearchParams } from "../../lib/router";
import { ArrowLeft, Import, Share2 } from "lucide-react";
import type { ShoppingListItem } from "../../api/types";
import { useShoppingList } from "../../api/use-data";
import { Button } from "../../ui/Button";
import button from "../../ui/Button.module.css";
import { LoadFailed } from "../../ui/LoadFailed";
import { Segmented } from "../../ui/Segmented";
import { SkeletonList } from "../../ui/Skeleton";
import { classes } from "../../ui/classes";
import { useTitle } from "../../ui/use-title";
import { BrowseView } from "./BrowseView";
import { MyListView } from "./MyListView";
import styles from "./ShoppingListPage.module.css";
import { useShoppingStrings } from "./strings";

const ImportDialog = lazy(() => import("./ImportDialog"));

export interface ShareDialogProps {
  /** What can be shared: the items that are not completed. */
  items: readonly ShoppingListItem[];
  onClose: () => void;
}

/** The shopping list screen: browse what people commonly buy, or work through one's own list. The address names the view. */
export default function ShoppingListPage({ shareDialog: ShareDialog }: { shareDialog: ComponentType<ShareDialogProps> }) {
  const t = useShoppingStrings();
  useTitle(t.title);
  const [search, setSearch] = useSearchParams();
  const view = search.get("view") === "list" ? "list" : "browse";
  const show = (next: "browse" | "list") => setSearch(() => new URLSearchParams(next === "list" ? { view: "list" } : {}));
  const { data: items, query } = useShoppingList();
  // What comes in the place of the skeleton is drawn in slices; later changes of it show at once.
  const drawn = useDeferredValue(items !== undefined);
  const [dialog, setDialog] = useState<"import" | "share" | null>(null);
  const pending = items?.filter((item) => !item.isCompleted) ?? [];

  return (
    <>
      <header className={styles.header}>
        <div className={styles.name}>
          <Link href="/" className={classes(button.icon, styles.back)} aria-label={t.backHome} data-tip={t.backHome}><ArrowLeft size={22} strokeWidth={1.75} aria-hidden /></Link>
          <h1>{t.title}</h1>
        </div>
        <div className={styles.view}>
          <Segmented even label={t.view} value={view} onChange={show} options={[{ value: "browse", label: t.browse }, { value: "list", label: t.myList }]} />
        </div>
        {/* Together with the list: before it, they would push its skeleton down. */}
        {view === "list" && drawn && pending.length > 0 && (
          <div className={styles.exchange}>
            <Button icon={<Import size={18} aria-hidden />} aria-haspopup="dialog" onClick={() => setDialog("import")}>{t.import}</Button>
            <Button icon={<Share2 size={18} aria-hidden />} aria-haspopup="dialog" onClick={() => setDialog("share")}>{t.share}</Button>
          </div>
        )}
      </header>
      {items === undefined || !drawn ? (
        query.isError ? <LoadFailed onRetry={() => void query.refetch()} busy={query.isFetching} /> : <SkeletonList label={t.loading} rows={6} height={64} />
      ) : view === "browse" ? (
        <BrowseView items={items} onMyList={() => show("list")} />
      ) : (
        <MyListView items={items} stale={query.isError} />
      )}
      <Suspense>
        {dialog === "import" && <ImportDialog onClose={() => setDialog(null)} />}
        {dialog === "share" && <ShareDialog items={pending} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}

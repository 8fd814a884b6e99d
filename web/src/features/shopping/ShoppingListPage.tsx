import { lazy, Suspense, useDeferredValue, useEffect, useState, type ComponentType } from "react";
import { Link, useSearchParams } from "../../lib/navigation/router";
import { ArrowLeft, Import, Share2, ShoppingCart } from "lucide-react";
import type { ShoppingListItem } from "../../api/types";
import { usePreferences, useShoppingList } from "../../api/cached/use-data";
import { loadCatalogue } from "../../lib/domain/products";
import { Button } from "../../ui/Button";
import button from "../../ui/Button.module.css";
import { LoadFailed } from "../../ui/LoadFailed";
import { Segmented } from "../../ui/Segmented";
import { SkeletonList } from "../../ui/Skeleton";
import { classes } from "../../ui/classes";
import { preloadable, usePreloaded } from "../../ui/preloadable";
import { useTitle } from "../../ui/use-title";
import type { BarcodeDialogProps } from "./QuickAdd";
import styles from "./ShoppingListPage.module.css";
import { rememberView, viewOf, type ListView } from "./list-view";
import { useShoppingStrings } from "virtual:strings/shopping";

// One of the two is shown; the other is fetched when it is wanted. The one that the address names begins to come with
// this file.
const loadBrowse = () => import("./BrowseView");
const loadList = () => import("./MyListView");
void (viewOf(new URLSearchParams(location.search)) === "list" ? loadList() : loadBrowse()).catch(() => undefined);
const BrowseView = lazy(loadBrowse);
const MyListView = lazy(loadList);
const ImportDialog = lazy(() => import("./ImportDialog"));
const ShopView = lazy(() => import("./ShopView"));
const PutAway = preloadable(() => import("./PutAway"));
/** Finishing needs them where there is often no network. */
const IN_THE_SHOP = [PutAway.preload, loadCatalogue];

const NO_ORDER: readonly string[] = [];

export interface ShareDialogProps {
  /** The items to share: those not completed. */
  items: readonly ShoppingListItem[];
  onClose: () => void;
}

interface ShoppingListPageProps {
  shareDialog: ComponentType<ShareDialogProps>;
  barcodeDialog: ComponentType<BarcodeDialogProps>;
}

/**
 * The shopping list screen: browse common products, edit the list, or go shopping with it. The address names the view;
 * without one, the last used view is shown.
 */
export function ShoppingListPage({ shareDialog: ShareDialog, barcodeDialog }: ShoppingListPageProps) {
  const t = useShoppingStrings();
  useTitle(t.title);
  const [search, setSearch] = useSearchParams();
  const view = viewOf(search);
  const isNamed = search.has("view");
  useEffect(() => {
    rememberView(view);
    // A step back leads to the view that was shown then.
    if (!isNamed) setSearch(() => new URLSearchParams({ view }), { replace: true });
  }, [view, isNamed, setSearch]);
  const show = (next: ListView) => setSearch(() => new URLSearchParams({ view: next }));
  const shopping = view === "list" && search.has("shop");
  const { data: items, query } = useShoppingList();
  const { data: preferences } = usePreferences();
  const aisles = preferences?.aisles ?? NO_ORDER;
  // The first rendering after the skeleton is done in slices; later changes show at once.
  const drawn = useDeferredValue(items !== undefined);
  const [dialog, setDialog] = useState<"import" | "share" | null>(null);
  /** Whether to offer moving checked-off rows into the larder. */
  const [puttingAway, setPuttingAway] = useState<"finished" | "asked" | null>(null);
  const pending = items?.filter((item) => !item.isCompleted) ?? [];

  // Together with the list: before it, they would push its skeleton down.
  const exchanges = view === "list" && drawn && pending.length > 0;

  usePreloaded(shopping ? IN_THE_SHOP : undefined, "put-away");

  if (shopping && items !== undefined)
    return (
      <Suspense fallback={<SkeletonList label={t.loading} rows={6} height={72} />}>
        <ShopView
          items={items}
          aisles={aisles}
          onLeave={() => {
            setPuttingAway("finished");
            show("list");
          }}
        />
      </Suspense>
    );

  return (
    <>
      <header className={`stack gap-6 ${styles.header}`}>
        <div className={`row wrap gap-4 ${styles.name}`}>
          <Link
            href="/"
            className={classes(button.icon, "no-print", styles.back)}
            aria-label={t.backHome}
            data-tip={t.backHome}
          >
            <ArrowLeft size={22} strokeWidth={1.75} aria-hidden />
          </Link>
          <h1 className={`page-title ${styles.title}`}>{t.title}</h1>
          {exchanges && (
            <div className={`flex rigid end no-print ${styles.exchange}`}>
              <Button
                size="small"
                icon={<Import size={20} strokeWidth={1.75} aria-hidden />}
                aria-haspopup="dialog"
                aria-label={t.import}
                data-tip={t.import}
                onClick={() => setDialog("import")}
              >
                <span className="nowrap only-wide">{t.import}</span>
              </Button>
              <Button
                size="small"
                icon={<Share2 size={20} strokeWidth={1.75} aria-hidden />}
                aria-haspopup="dialog"
                aria-label={t.share}
                data-tip={t.share}
                onClick={() => setDialog("share")}
              >
                <span className="nowrap only-wide">{t.share}</span>
              </Button>
            </div>
          )}
        </div>
        <div className={`row wrap gap-4 no-print ${styles.view}`}>
          <Segmented
            even
            label={t.view}
            value={view}
            onChange={show}
            options={[
              { value: "browse", label: t.browse },
              { value: "list", label: t.myList },
            ]}
          />
          {view === "list" && (
            // Its place is kept while the list loads, so that the choice of views beside it does not move.
            <Button
              size="small"
              icon={<ShoppingCart size={18} aria-hidden />}
              className={classes("gap-4 nowrap", styles.shop, !exchanges && "invisible")}
              onClick={() => setSearch(() => new URLSearchParams({ view: "list", shop: "" }))}
            >
              {t.shopMode}
            </Button>
          )}
        </div>
      </header>
      {items === undefined || !drawn ? (
        query.isError ? (
          <LoadFailed onRetry={() => void query.refetch()} busy={query.isFetching} />
        ) : (
          <SkeletonList label={t.loading} rows={6} height={64} />
        )
      ) : (
        <Suspense fallback={<SkeletonList label={t.loading} rows={6} height={64} />}>
          {view === "browse" ? (
            <BrowseView items={items} aisles={aisles} onMyList={() => show("list")} />
          ) : (
            <>
              {puttingAway && (
                <PutAway
                  items={items}
                  aisles={aisles}
                  isAsked={puttingAway === "asked"}
                  onDone={() => setPuttingAway(null)}
                />
              )}
              <MyListView
                items={items}
                aisles={aisles}
                barcodeDialog={barcodeDialog}
                onPutAway={() => setPuttingAway("asked")}
              />
            </>
          )}
        </Suspense>
      )}
      <Suspense>
        {dialog === "import" && <ImportDialog onClose={() => setDialog(null)} />}
        {dialog === "share" && <ShareDialog items={pending} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}

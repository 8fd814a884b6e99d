import { lazy, Suspense, useDeferredValue, useEffect, useState, type ComponentType } from "react";
import { Link, useSearchParams } from "../../lib/navigation/router";
import { ArrowLeft, Import, Share2, ShoppingCart } from "lucide-react";
import type { ShoppingListItem } from "../../api/types";
import { useIsLooker } from "../../api/household/role";
import { usePreferences, useShoppingList } from "../../api/cached/use-data";
import { loadCatalogue } from "../../lib/domain/products";
import { Button } from "../../ui/widgets/Button";
import button from "../../ui/widgets/Button.module.css";
import { LoadFailed } from "../../ui/widgets/LoadFailed";
import { Segmented } from "../../ui/widgets/Segmented";
import { SkeletonList } from "../../ui/widgets/Skeleton";
import { classes } from "../../ui/classes";
import { preloadable, usePreloaded } from "../../ui/preloadable";
import { useTitle } from "../../ui/hooks/use-title";
import type { BarcodeDialogProps } from "./add/QuickAdd";
import styles from "./ShoppingListPage.module.css";
import { loadGrammar } from "./add/entries";
import { rememberView, viewOf, type ListView } from "./list/list-view";
import { useShoppingStrings } from "virtual:strings/shopping";

// The current view is loaded together with this file, the other one when it is opened.
const loadBrowse = () => import("./browse/BrowseView");
const loadList = () => Promise.all([import("./list/MyListView"), loadGrammar()]).then(([view]) => view);
void (viewOf(new URLSearchParams(location.search), true) === "list" ? loadList() : loadBrowse()).catch(() => undefined);
const BrowseView = lazy(loadBrowse);
const MyListView = lazy(loadList);
const ImportDialog = lazy(() => import("./add/ImportDialog"));
const ShopView = lazy(() => import("./shop/ShopView"));
const PutAway = preloadable(() => import("./shop/PutAway"));
/** Loaded in advance, because shops often have no network. */
const SHOP_PRELOADS = [PutAway.preload, loadCatalogue];

const NO_AISLES: readonly string[] = [];

interface ShareDialogProps {
  /** The items to share: those not completed. */
  items: readonly ShoppingListItem[];
  onClose: () => void;
}

interface ShoppingListPageProps {
  shareDialog: ComponentType<ShareDialogProps>;
  barcodeDialog: ComponentType<BarcodeDialogProps>;
}

/**
 * The screen of the shopping list, with views to browse common products, edit the list and use it in the shop. The
 * address names the view; otherwise the last used view is shown.
 */
export function ShoppingListPage({ shareDialog: ShareDialog, barcodeDialog }: ShoppingListPageProps) {
  const t = useShoppingStrings();
  const isLooker = useIsLooker();
  useTitle(t.title);
  const [search, setSearch] = useSearchParams();
  const show = (next: ListView) => setSearch(() => new URLSearchParams({ view: next }));
  const { data: items, query } = useShoppingList();
  const { data: preferences } = usePreferences();
  const aisles = preferences?.aisles ?? NO_AISLES;
  // Deferred, so that the first rendering of the list does not block input.
  const isRendered = useDeferredValue(items !== undefined);
  const [dialog, setDialog] = useState<"import" | "share" | null>(null);
  /** Set while moving ticked lines into the larder is offered. */
  const [puttingAway, setPuttingAway] = useState<"finished" | "requested" | null>(null);
  const pending = items?.filter((item) => !item.isCompleted) ?? [];
  const view = isLooker ? "list" : viewOf(search, pending.length > 0);
  const hasView = search.has("view");
  const isLoaded = items !== undefined;
  useEffect(() => {
    if (!isLoaded) return;
    rememberView(view);
    // Stores the view in the history, so that it does not follow the rows, and a step back leads to it.
    if (!hasView) setSearch(() => new URLSearchParams({ view }), { replace: true });
  }, [view, hasView, isLoaded, setSearch]);
  const isShopping = view === "list" && search.has("shop");
  // Shown together with the list, because before it they would move its skeleton.
  const canExchange = view === "list" && isRendered && pending.length > 0;

  usePreloaded(isShopping ? SHOP_PRELOADS : undefined, "put-away");

  if (isShopping && items !== undefined)
    return (
      <Suspense fallback={<SkeletonList label={t.loading} rows={6} height={72} />}>
        <ShopView
          items={items}
          aisles={aisles}
          onLeave={() => {
            if (!isLooker) setPuttingAway("finished");
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
          {canExchange && (
            <div className={`flex rigid end no-print members-only ${styles.exchange}`}>
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
          {!isLooker && (
            <Segmented
              fill
              label={t.view}
              value={view}
              onChange={show}
              options={[
                { value: "browse", label: t.browse },
                { value: "list", label: t.myList },
              ]}
            />
          )}
          {view === "list" && (
            // Reserves its space while the list loads, so that the choice of views does not move.
            <Button
              size="small"
              icon={<ShoppingCart size={18} aria-hidden />}
              aria-label={t.shopMode}
              className={classes("gap-4 nowrap", styles.shop, !canExchange && "invisible")}
              onClick={() => setSearch(() => new URLSearchParams({ view: "list", shop: "" }))}
            >
              {t.shopMode}
            </Button>
          )}
        </div>
      </header>
      {query.isError && items?.length === 0 && (
        <LoadFailed onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
      {items === undefined || !isRendered ? (
        <SkeletonList label={t.loading} rows={6} height={64} />
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
                  isRequested={puttingAway === "requested"}
                  onDone={() => setPuttingAway(null)}
                />
              )}
              <MyListView
                items={items}
                isUnknown={query.isError && items.length === 0}
                aisles={aisles}
                barcodeDialog={barcodeDialog}
                onPutAway={() => setPuttingAway("requested")}
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

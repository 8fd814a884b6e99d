import { lazy, Suspense, useDeferredValue, useState, type ComponentType } from "react";
import type { ShoppingListItem } from "../../api/types";
import { useIsLooker } from "../../api/household/role";
import { usePreferences, useShoppingList } from "../../api/cached/use-data";
import { loadCatalogue } from "../../lib/domain/products";
import { LoadFailed } from "../../ui/widgets/LoadFailed";
import { SkeletonList } from "../../ui/widgets/Skeleton";
import { preloadable, usePreloaded } from "../../ui/preloadable";
import { useTitle } from "../../ui/hooks/use-title";
import type { BarcodeDialogProps } from "./add/QuickAdd";
import { loadGrammar } from "./add/entries";
import { ListHeader } from "./ListHeader";
import { useListView, viewOf } from "./use-list-view";
import { useShoppingStrings } from "virtual:strings/shopping";

// The likely view is loaded together with this file, the other one when it is opened. Whether rows are pending is not
// known yet; most lists have some.
const loadBrowse = () => import("./browse/BrowseView");
const loadList = () => Promise.all([import("./list/MyListView"), loadGrammar()]).then(([view]) => view);
const likelyView = viewOf(new URLSearchParams(location.search), /* hasPending */ true);
void (likelyView === "list" ? loadList() : loadBrowse()).catch(() => undefined);
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
 * The screen of the shopping list, with views to browse common products, edit the list and use it in the shop.
 * `useListView` decides which view is shown.
 */
export function ShoppingListPage({ shareDialog: ShareDialog, barcodeDialog }: ShoppingListPageProps) {
  const t = useShoppingStrings();
  const isLooker = useIsLooker();
  useTitle(t.title);
  const { data: items, query } = useShoppingList();
  const aisles = usePreferences().data?.aisles ?? NO_AISLES;
  const { view, isShopping, openView, openShop } = useListView(items);
  // Deferred, so that the first rendering of the list does not block input.
  const isRendered = useDeferredValue(items !== undefined);
  const [dialog, setDialog] = useState<"import" | "share" | null>(null);
  /** Set while moving ticked lines into the larder is offered. */
  const [puttingAway, setPuttingAway] = useState<"finished" | "requested" | null>(null);
  const pending = items?.filter((item) => !item.isCompleted) ?? [];
  const isUnknown = query.isError && items?.length === 0;

  usePreloaded(isShopping ? SHOP_PRELOADS : undefined, "put-away");

  const leaveShop = () => {
    if (!isLooker) setPuttingAway("finished");
    openView("list");
  };
  if (isShopping && items !== undefined)
    return (
      <Suspense fallback={<SkeletonList label={t.loading} rows={6} height={72} />}>
        <ShopView items={items} aisles={aisles} onLeave={leaveShop} />
      </Suspense>
    );

  const skeleton = <SkeletonList label={t.loading} rows={6} height={64} />;
  return (
    <>
      <ListHeader
        view={view}
        // Only together with the list, because before it the buttons would move its skeleton.
        hasPendingRows={view === "list" && isRendered && pending.length > 0}
        onView={openView}
        onShop={openShop}
        onDialog={setDialog}
      />
      {isUnknown && <LoadFailed onRetry={() => void query.refetch()} busy={query.isFetching} />}
      {items === undefined || !isRendered ? (
        skeleton
      ) : (
        <Suspense fallback={skeleton}>
          {view === "browse" && <BrowseView items={items} aisles={aisles} onMyList={() => openView("list")} />}
          {view === "list" && puttingAway && (
            <PutAway
              items={items}
              aisles={aisles}
              isRequested={puttingAway === "requested"}
              onDone={() => setPuttingAway(null)}
            />
          )}
          {view === "list" && (
            <MyListView
              items={items}
              isUnknown={isUnknown}
              aisles={aisles}
              barcodeDialog={barcodeDialog}
              onPutAway={() => setPuttingAway("requested")}
            />
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

import { lazy, Suspense } from "react";
import { useIsLooker } from "../../api/household/role";
import { useSearchParams } from "../../lib/navigation/router";
import { useCommon } from "../../ui/text/strings";
import { useTitle } from "../../ui/hooks/use-title";
import { AddButton } from "../frame/AddButton";
import { ErrorBoundary } from "../frame/ErrorBoundary";
import { PageSkeleton } from "../frame/PageSkeleton";
import { TAB_SCREENS } from "../screens";
import { Shell } from "../frame/Shell";
import { Tabs } from "../frame/Tabs";
import { tabHref, tabOf } from "../frame/tab-url";

const ScanScreen = lazy(TAB_SCREENS.scan);
const ItemsTab = lazy(TAB_SCREENS.items);
const HistoryTab = lazy(TAB_SCREENS.history);
const ArchivedTab = lazy(TAB_SCREENS.archived);
const AddSheet = lazy(() => import("../frame/AddSheet"));

/** The main page with one of four tabs, as the address says. */
export function MainPage() {
  const common = useCommon();
  const isLooker = useIsLooker();
  const [search] = useSearchParams();
  const tab = tabOf(search);
  const add = search.get("add");
  useTitle(common.tabs[tab]);
  return (
    <Shell tabs={<Tabs current={tab} />} refresh={tab !== "scan"}>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        <ErrorBoundary>
          <Suspense key={tab} fallback={<PageSkeleton />}>
            {tab === "scan" && <ScanScreen adding={add} />}
            {tab === "items" && <ItemsTab scanHref={tabHref("scan")} />}
            {tab === "history" && <HistoryTab />}
            {tab === "archived" && <ArchivedTab />}
          </Suspense>
        </ErrorBoundary>
      </div>
      <AddButton isOnPhonesOnly={tab === "scan"} />
      <Suspense>{add === "" && !isLooker && <AddSheet />}</Suspense>
    </Shell>
  );
}

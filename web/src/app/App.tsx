import { lazy, startTransition, Suspense, useEffect, useState, type ReactNode } from "react";
import { auth } from "../lib/auth/auth";
import { usePath } from "../lib/navigation/router";
import { routeOf } from "../lib/navigation/routes";
import { idle } from "../lib/browser/scheduling";
import { AddButton } from "./frame/AddButton";
import { ErrorBoundary, Optional } from "./frame/ErrorBoundary";
import { MainPage } from "./pages/MainPage";
import { PageSkeleton } from "./frame/PageSkeleton";
import { PAGES } from "./screens";
import { Shell } from "./frame/Shell";
import { SigningIn } from "./start/SigningIn";
import { Tabs } from "./frame/Tabs";
import { LIST_HREF } from "./frame/tab-url";
import { usePageFocus } from "./frame/use-page-focus";

const ShoppingListScreen = lazy(PAGES.shoppingList);
const SharedListPage = lazy(PAGES.sharedList);
const LinkPage = lazy(PAGES.link);
const NotFoundPage = lazy(PAGES.notFound);
const SCREENS = {
  useUp: lazy(PAGES.useUp),
  savings: lazy(PAGES.savings),
  settings: lazy(PAGES.settings),
  together: lazy(PAGES.together),
  legal: lazy(PAGES.legal),
};
const OutboxNotices = lazy(() => import("./notices/OutboxNotices"));
const DeferredNotices = lazy(() => import("./notices/DeferredNotices"));
const ToastRegion = lazy(() => import("../ui/widgets/ToastRegion"));
const RemovedDevicePage = lazy(() => import("../features/household/RemovedDevicePage"));

export function App() {
  return (
    <>
      <ErrorBoundary>
        <Routes />
      </ErrorBoundary>
      <Optional>
        <OutboxNotices />
      </Optional>
      <Optional>
        <WhenIdle>
          <DeferredNotices />
        </WhenIdle>
      </Optional>
      <Optional>
        <ToastRegion />
      </Optional>
    </>
  );
}

/** Renders its children once the browser is idle. */
function WhenIdle({ children }: { children: ReactNode }) {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void idle().then(() => isMounted && startTransition(() => setIsIdle(true)));
    return () => {
      isMounted = false;
    };
  }, []);
  return isIdle && children;
}

/** Returns the sign-in status. Unlike `useAuth`, a change renders in a transition, so that it does not block input. */
function useAuthStatus() {
  const [status, setStatus] = useState(() => auth.state().status);
  useEffect(() => {
    const update = () => startTransition(() => setStatus(auth.state().status));
    // The status may have changed since the first render.
    update();
    return auth.subscribe(update);
  }, []);
  return status;
}

/** The routes of specification §2. */
function Routes() {
  const status = useAuthStatus();
  const path = usePath();
  const { name, parameter: token } = routeOf(path);
  usePageFocus(path);
  // Only pages with the user's data need an account.
  if (status === "signing-in" && (name === "main" || name === "shoppingList")) return <SigningIn />;
  const isPublic = name === "sharedList" || name === "legal";
  const closed = status === "closed" && !isPublic;
  if (name === "link" || closed)
    return (
      <Page guest>
        <LinkPage closed={closed} />
      </Page>
    );
  if ((status === "removed" || status === "signed-out") && !isPublic)
    return (
      <Page guest>
        <RemovedDevicePage />
      </Page>
    );
  if (name === "main") return <MainPage />;
  if (name === "shoppingList")
    return (
      <Page refresh>
        <ShoppingListScreen />
      </Page>
    );
  if (token !== null)
    return (
      <Page key={token} guest>
        <SharedListPage token={token} />
      </Page>
    );
  const Screen = SCREENS[name as keyof typeof SCREENS] ?? NotFoundPage;
  return (
    <Page>
      <Screen />
    </Page>
  );
}

/** A page with tabs and the add button; `guest` pages, which need no account, have neither. */
function Page({
  refresh = false,
  guest = false,
  children,
}: {
  refresh?: boolean;
  guest?: boolean;
  children: ReactNode;
}) {
  const path = usePath();
  return (
    <Shell refresh={refresh} tabs={guest ? undefined : <Tabs current={null} onList={path === LIST_HREF} />}>
      <ErrorBoundary>
        <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
      </ErrorBoundary>
      {/* On a wide screen the shopping list has only its own add line. */}
      {!guest && <AddButton isOnPhonesOnly={path === LIST_HREF} />}
    </Shell>
  );
}

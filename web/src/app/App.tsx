import { lazy, startTransition, Suspense, useEffect, useState, type ReactNode } from "react";
import { auth } from "../lib/auth/auth";
import { usePath } from "../lib/navigation/router";
import { routeOf } from "../lib/navigation/routes";
import { idle } from "../lib/browser/scheduling";
import { AddButton } from "./AddButton";
import { ErrorBoundary, Optional } from "./ErrorBoundary";
import { MainPage } from "./MainPage";
import { PageSkeleton } from "./PageSkeleton";
import { PAGES } from "./screens";
import { Shell } from "./Shell";
import { SigningIn } from "./SigningIn";
import { Tabs } from "./Tabs";
import { LIST_HREF } from "./tab-url";
import { usePageFocus } from "./use-page-focus";

const ShoppingListScreen = lazy(PAGES.shoppingList);
const SharedListPage = lazy(PAGES.sharedList);
const LinkPage = lazy(PAGES.link);
const NotFoundPage = lazy(PAGES.notFound);
/** Screens without tabs. */
const SCREENS = {
  settings: lazy(PAGES.settings),
  together: lazy(PAGES.together),
  legal: lazy(PAGES.legal),
};
const OutboxNotices = lazy(() => import("./OutboxNotices"));
const DeferredNotices = lazy(() => import("./DeferredNotices"));
const ToastRegion = lazy(() => import("../ui/ToastRegion"));
const EndedPage = lazy(() => import("../features/household/EndedPage"));

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
        <Later>
          <DeferredNotices />
        </Later>
      </Optional>
      <Optional>
        <ToastRegion />
      </Optional>
    </>
  );
}

/** Parts that load after the screen. */
function Later({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    let here = true;
    void idle().then(() => here && startTransition(() => setDue(true)));
    return () => {
      here = false;
    };
  }, []);
  return due && children;
}

/**
 * Returns the sign-in status as a transition of the whole screen: rendered in slices, where `useAuth` would render all
 * of it at once.
 */
function useAuthStatus() {
  const [status, setStatus] = useState(() => auth.state().status);
  useEffect(() => {
    const follow = () => startTransition(() => setStatus(auth.state().status));
    // It may have changed between drawing and now.
    follow();
    return auth.subscribe(follow);
  }, []);
  return status;
}

/** The routes of specification §2. */
function Routes() {
  const status = useAuthStatus();
  const path = usePath();
  const { name, parameter: token } = routeOf(path);
  usePageFocus(path);
  // Pages with a user's data wait for the account; the rest of the site does not need one.
  if (status === "signing-in" && (name === "main" || name === "shoppingList")) return <SigningIn />;
  const isPublic = name === "sharedList" || name === "legal";
  const closed = status === "closed" && !isPublic;
  if (name === "link" || closed)
    return (
      <Page guest>
        <LinkPage closed={closed} />
      </Page>
    );
  if (status === "ended" && !isPublic)
    return (
      <Page guest>
        <EndedPage />
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

/** `guest` for a page of people without an account here: it has no tabs. */
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
  const bar = !guest;
  return (
    <Shell refresh={refresh} tabs={bar ? <Tabs current={null} onList={path === LIST_HREF} /> : undefined}>
      <ErrorBoundary>
        <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
      </ErrorBoundary>
      {/* The list has an add line of its own. */}
      {bar && path !== LIST_HREF && <AddButton />}
    </Shell>
  );
}

import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { useAuth } from "../lib/auth/use-auth";
import { ToastRegion } from "../ui/ToastRegion";
import { ErrorBoundary } from "./ErrorBoundary";
import { MainPage } from "./MainPage";
import { OutboxNotices } from "./OutboxNotices";
import { PageSkeleton, Shell } from "./Shell";
import { SigningIn } from "./SigningIn";

const ShoppingListPage = lazy(() => import("../features/shopping/ShoppingListPage"));
const ShareDialog = lazy(() => import("../features/sharing/ShareDialog"));
const SharedListPage = lazy(() => import("../features/sharing/SharedListPage"));
const SettingsPage = lazy(() => import("../features/settings/SettingsPage"));
const NotFoundPage = lazy(() => import("./NotFoundPage"));
const UpdatePrompt = lazy(() => import("./UpdatePrompt"));
const LegalPage = lazy(() => import("../features/settings/LegalPage"));

/** The routes of specification §2. */
export function App() {
  const { status } = useAuth();
  return (
    <>
      <ErrorBoundary>
        <Switch>
          <Route path="/">{status === "signing-in" ? <SigningIn /> : <MainPage />}</Route>
          <Route path="/shopping-list">{status === "signing-in" ? <SigningIn /> : <Page><ShoppingListPage shareDialog={ShareDialog} /></Page>}</Route>
          <Route path="/shared/:token">{({ token }) => <Page><SharedListPage token={token} /></Page>}</Route>
          <Route path="/settings"><Page><SettingsPage /></Page></Route>
          <Route path="/legal"><Page><LegalPage /></Page></Route>
          <Route><Page><NotFoundPage /></Page></Route>
        </Switch>
      </ErrorBoundary>
      <OutboxNotices />
      <Suspense><UpdatePrompt /></Suspense>
      <ToastRegion />
    </>
  );
}

function Page({ children }: { children: React.ReactNode }) {
  return (
    <Shell>
      <ErrorBoundary>
        <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { useAuth } from "../lib/auth/use-auth";
import { ToastRegion } from "../ui/ToastRegion";
import { ErrorBoundary } from "./ErrorBoundary";
import { MainPage } from "./MainPage";
import { NotFoundPage } from "./NotFoundPage";
import { OutboxNotices } from "./OutboxNotices";
import { PageSkeleton, Shell } from "./Shell";
import { SigningIn } from "./SigningIn";
import { UpdatePrompt } from "./UpdatePrompt";

const ShoppingListPage = lazy(() => import("../features/shopping/ShoppingListPage"));
const SharedListPage = lazy(() => import("../features/sharing/SharedListPage"));
const SettingsPage = lazy(() => import("../features/settings/SettingsPage"));
const LegalPage = lazy(() => import("../features/settings/LegalPage"));

/** The routes of specification §2. */
export function App() {
  const { status } = useAuth();
  return (
    <>
      <ErrorBoundary>
        <Switch>
          <Route path="/">{status === "signing-in" ? <SigningIn /> : <MainPage />}</Route>
          <Route path="/shopping-list">{status === "signing-in" ? <SigningIn /> : <Page><ShoppingListPage /></Page>}</Route>
          <Route path="/shared/:token">{({ token }) => <Page><SharedListPage token={token} /></Page>}</Route>
          <Route path="/settings"><Page><SettingsPage /></Page></Route>
          <Route path="/legal"><Page><LegalPage /></Page></Route>
          <Route><NotFoundPage /></Route>
        </Switch>
      </ErrorBoundary>
      <OutboxNotices />
      <UpdatePrompt />
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

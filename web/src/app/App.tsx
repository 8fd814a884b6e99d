import { lazy, Suspense } from "react";
import { useAuth } from "../lib/auth/use-auth";
import { parameterOf, usePath } from "../lib/router";
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
const InstallPrompt = lazy(() => import("../features/install/InstallPrompt"));
const UpdatePrompt = lazy(() => import("./UpdatePrompt"));
const LegalPage = lazy(() => import("../features/legal/LegalPage"));

export function App() {
  return (
    <>
      <ErrorBoundary>
        <Routes />
      </ErrorBoundary>
      <OutboxNotices />
      <Suspense><UpdatePrompt /></Suspense>
      <Suspense><InstallPrompt /></Suspense>
      <ToastRegion />
    </>
  );
}

/** The routes of specification §2. */
function Routes() {
  const { status } = useAuth();
  const path = usePath();
  const token = parameterOf(path, "/shared/");
  // What belongs to a person waits for the account; the rest of the site does not need one.
  if (status === "signing-in" && (path === "/" || path === "/shopping-list")) return <SigningIn />;
  if (path === "/") return <MainPage />;
  if (path === "/shopping-list") return <Page refresh><ShoppingListPage shareDialog={ShareDialog} /></Page>;
  if (token !== null) return <Page key={token}><SharedListPage token={token} /></Page>;
  if (path === "/settings") return <Page><SettingsPage /></Page>;
  if (path === "/legal") return <Page><LegalPage /></Page>;
  return <Page><NotFoundPage /></Page>;
}

function Page({ refresh = false, children }: { refresh?: boolean; children: React.ReactNode }) {
  return (
    <Shell refresh={refresh}>
      <ErrorBoundary>
        <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

import { lazy, Suspense } from "react";
import { ErrorBoundary } from "./ErrorBoundary";

const AccountNotice = lazy(() => import("./AccountNotice"));
const InsecureNotice = lazy(() => import("./InsecureNotice"));
const InstallPrompt = lazy(() => import("../features/install/InstallPrompt"));
const ActivityNotices = lazy(() => import("../features/household/ActivityNotices"));
const UpdatePrompt = lazy(() => import("./UpdatePrompt"));
const UsedUp = lazy(() => import("../features/shopping/UsedUp"));

/** Shows notices and prompts after the screen. Each has an error boundary, so that one that fails hides no other. */
export default function DeferredNotices() {
  return (
    <>
      {!isSecureContext && (
        <ErrorBoundary quiet>
          <Suspense>
            <InsecureNotice />
          </Suspense>
        </ErrorBoundary>
      )}
      <ErrorBoundary quiet>
        <Suspense>
          <AccountNotice />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary quiet>
        <Suspense>
          <UpdatePrompt />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary quiet>
        <Suspense>
          <ActivityNotices />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary quiet>
        <Suspense>
          <UsedUp />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary quiet>
        <Suspense>
          <InstallPrompt />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

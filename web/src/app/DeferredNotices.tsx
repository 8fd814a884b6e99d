import { lazy } from "react";
import { Optional } from "./ErrorBoundary";
import { FileDrop } from "./FileDrop";

const AccountNotice = lazy(() => import("./AccountNotice"));

const InsecureNotice = lazy(() => import("./InsecureNotice"));
const InstallPrompt = lazy(() => import("../features/install/InstallPrompt"));
const ActivityNotices = lazy(() => import("../features/household/ActivityNotices"));
const UpdatePrompt = lazy(() => import("./UpdatePrompt"));
const UsedUpPrompt = lazy(() => import("../features/shopping/UsedUpPrompt"));

/**
 * Shows notices and prompts after the screen, and takes dropped files. Each is in a boundary of its own, so that one
 * that fails hides no other.
 */
export default function DeferredNotices() {
  return (
    <>
      {!isSecureContext && (
        <Optional>
          <InsecureNotice />
        </Optional>
      )}
      <Optional>
        <AccountNotice />
      </Optional>
      <Optional>
        <UpdatePrompt />
      </Optional>
      <Optional>
        <ActivityNotices />
      </Optional>
      <Optional>
        <UsedUpPrompt />
      </Optional>
      <Optional>
        <FileDrop />
      </Optional>
      <Optional>
        <InstallPrompt />
      </Optional>
    </>
  );
}

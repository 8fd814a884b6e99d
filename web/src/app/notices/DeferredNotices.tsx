import { lazy } from "react";
import { useIsLooker } from "../../api/household/role";
import { Optional } from "../frame/ErrorBoundary";
import { FileDrop } from "../frame/FileDrop";

const AccountNotice = lazy(() => import("./AccountNotice"));

const InsecureNotice = lazy(() => import("./InsecureNotice"));
const InstallPrompt = lazy(() => import("../../features/install/InstallPrompt"));
const ActivityNotices = lazy(() => import("../../features/household/ActivityNotices"));
const UpdatePrompt = lazy(() => import("../start/UpdatePrompt"));
const ListUsedUp = lazy(() => import("../../features/shopping/add/ListUsedUp"));

/**
 * Renders notices, prompts and the target for dropped files. Each has its own boundary, so that an error hides no
 * other.
 */
export default function DeferredNotices() {
  const isLooker = useIsLooker();
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
        <ListUsedUp />
      </Optional>
      {!isLooker && (
        <Optional>
          <FileDrop />
        </Optional>
      )}
      <Optional>
        <InstallPrompt />
      </Optional>
    </>
  );
}

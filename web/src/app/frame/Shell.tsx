import { lazy, Suspense, useState, type ReactNode } from "react";
import { CircleUserRound } from "lucide-react";
import { usePreferences } from "../../api/cached/use-data";
import { usePath } from "../../lib/navigation/router";
import { IconButton } from "../../ui/widgets/Button";
import { useCommon } from "../../ui/text/strings";
import { Optional } from "./ErrorBoundary";
import { Frame, LinkPlaceholder } from "./Frame";
import { StatusLine } from "./StatusLine";

const Refresh = lazy(() => import("./Refresh"));
const AccountDialog = lazy(() => import("../../features/account/AccountDialog"));

/** The frame with the account dialog, the status line and, on pages with lists, the refresh button. */
export function Shell({ tabs, refresh, children }: { tabs?: ReactNode; refresh?: boolean; children: ReactNode }) {
  const common = useCommon();
  const path = usePath();
  /** The number of the account dialog, 0 while it is closed. If one fails, the next can be opened. */
  const [accountNumber, setAccountNumber] = useState(0);
  return (
    <>
      <Frame
        common={common}
        path={path}
        tabs={tabs}
        // The placeholder keeps the position of the tabs the same on all pages.
        refresh={
          refresh ? (
            <Suspense fallback={<LinkPlaceholder />}>
              <Refresh />
            </Suspense>
          ) : (
            <LinkPlaceholder />
          )
        }
        account={
          <IconButton
            label={common.account}
            icon={<CircleUserRound size={22} strokeWidth={1.75} aria-hidden />}
            onClick={() => setAccountNumber(accountNumber + 1)}
            aria-haspopup="dialog"
          />
        }
        status={<StatusLine />}
      >
        {children}
      </Frame>
      {tabs && <LarderZone />}
      <Optional key={accountNumber}>
        {accountNumber > 0 && <AccountDialog onClose={() => setAccountNumber(0)} />}
      </Optional>
    </>
  );
}

/** Loads the preferences on pages that show days, so that they are counted in the larder's time zone. */
function LarderZone() {
  usePreferences();
  return null;
}

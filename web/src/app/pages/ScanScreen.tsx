import "../../ui/styles/screens.css";
import { lazy } from "react";
import { useIsLooker } from "../../api/household/role";
import { navigate } from "../../lib/navigation/router";
import { ScanTab } from "../../features/scan/ScanTab";
import { tabHref } from "../frame/tab-url";
import { withToasts } from "../notices/with-toasts";

const LookerNotice = lazy(() => import("../../features/household/LookerNotice"));
const BarcodeDialog = lazy(() => import("../../features/barcode/BarcodeDialog"));

/** Loads the banner above a scan's items early, so that the items tab shows it from its first paint. */
function preloadBanner(): void {
  void import("../../features/items/list/AddedBanner").catch(() => undefined);
}

/** The scan tab with the barcode dialog. A finished scan opens the items tab, or shows a toast with a link to it. */
export default function ScanScreen({ adding }: { adding: string | null }) {
  if (useIsLooker()) return <LookerNotice />;
  return (
    <ScanTab
      addMode={adding}
      barcodeDialog={BarcodeDialog}
      onStart={preloadBanner}
      onDone={({ items }) => navigate(tabHref("items"), { state: { added: items.map(({ id }) => id) } })}
      onDoneMeanwhile={(result) => void withToasts(({ showReceiptRead }) => showReceiptRead(result))}
    />
  );
}

import "../ui/screens.css";
import { lazy } from "react";
import { navigate } from "../lib/navigation/router";
import { ScanTab } from "../features/scan/ScanTab";
import { tabHref } from "./tab-url";

const BarcodeDialog = lazy(() => import("../features/barcode/BarcodeDialog"));

/** Loads the banner above a scan's items early, so that the items tab shows it from its first paint. */
function preloadBanner(): void {
  void import("../features/items/AddedBanner").catch(() => undefined);
}

/** The scan tab with the barcode dialog. A finished scan opens the items tab. */
export default function ScanScreen({ adding }: { adding: string | null }) {
  return (
    <ScanTab
      addMode={adding}
      barcodeDialog={BarcodeDialog}
      onStart={preloadBanner}
      onDone={(ids) => navigate(tabHref("items"), { state: { added: ids } })}
    />
  );
}

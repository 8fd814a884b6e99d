import "../../ui/styles/screens.css";
import { lazy } from "react";
import { ListAnnouncer } from "../../features/shopping/list/ListAnnouncer";
import { ShoppingListPage } from "../../features/shopping/ShoppingListPage";

const BarcodeDialog = lazy(() => import("../../features/barcode/BarcodeDialog"));
const ShareDialog = lazy(() => import("../../features/sharing/ShareDialog"));

/** The shopping list with the dialogs of other features. */
export default function ShoppingListScreen() {
  return (
    <>
      <ShoppingListPage shareDialog={ShareDialog} barcodeDialog={BarcodeDialog} />
      <ListAnnouncer />
    </>
  );
}

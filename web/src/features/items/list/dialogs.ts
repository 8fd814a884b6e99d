import { preloadable } from "../../../ui/preloadable";
import { ConfirmDialog } from "../../../ui/widgets/Confirm";

/* The list's parts that are shown on request. Their code is loaded before, so that they open at once, also offline. */

export const EditItemDialog = preloadable(() => import("../item/EditItemDialog"));
export const ItemDetail = preloadable(() => import("../item/ItemDetail"));
export const SelectionBar = preloadable(() => import("./SelectionBar"));
export const SwipeDialog = preloadable(() => import("./SwipeDialog"));

export const PRELOADS = [ItemDetail, EditItemDialog, ConfirmDialog, SelectionBar, SwipeDialog].map(
  ({ preload }) => preload,
);

import { routeOf, type RouteName } from "../lib/navigation/routes";
import { tabOf, type TabName } from "./frame/tab-url";

/** The modules of the screens, so that they can be preloaded. */
export const TAB_SCREENS = {
  scan: () => import("./pages/ScanScreen"),
  items: () => import("../features/items/list/ItemsTab"),
  history: () => import("../features/history/HistoryTab"),
  archived: () => import("../features/archive/ArchivedTab"),
} satisfies Record<TabName, () => Promise<unknown>>;

export const PAGES = {
  shoppingList: () => import("./pages/ShoppingListScreen"),
  sharedList: () => import("../features/sharing/SharedListPage"),
  together: () => import("./pages/TogetherPage"),
  useUp: () => import("../features/items/use-up/UseUpPage"),
  savings: () => import("../features/account/SavingsPage"),
  settings: () => import("./pages/SettingsScreen"),
  link: () => import("../features/household/LinkPage"),
  legal: () => import("../features/legal/LegalPage"),
  notFound: () => import("./pages/NotFoundPage"),
} satisfies Record<Exclude<RouteName, "main"> | "notFound", () => Promise<unknown>>;

/** Loads the code of the current address's screen. */
export async function loadScreen({ pathname, search }: { pathname: string; search: string } = location): Promise<void> {
  const { name } = routeOf(pathname);
  await (name === "main" ? TAB_SCREENS[tabOf(new URLSearchParams(search))] : PAGES[name])();
}

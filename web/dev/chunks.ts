/** The part of the bundler's view of the modules that the groups need. */
interface Modules {
  getModuleInfo(id: string): { importers: readonly string[]; dynamicImporters: readonly string[] } | null;
}

const anyOf = (patterns: readonly RegExp[]) => (id: string) =>
  patterns.some((pattern) => pattern.test(id.replaceAll("\\", "/")));

/** The modules that run before the first paint. */
const isSignIn = anyOf([
  /vite\/preload-helper/,
  /src\/lib\/(auth\/(auth|first-start|identity|session)|browser\/(locks|scheduling|standalone|storage))\.ts/,
]);
/** React is a file of its own, so that parsing it is a separate task. */
const isLibrary = anyOf([/src\/app\/start\/library\.ts/, /node_modules\/(react|react-dom|scheduler)\//]);
/**
 * The modules that name the files of screens and languages. Nothing imports their file but the entry: a change of one
 * screen renames that screen's files and this one, not all that import the rest of the first load.
 */
const isShell = anyOf([
  /src\/app\/(App|frame\/Shell|frame\/StatusLine|pages\/MainPage|screens|start\/main)\.tsx?/,
  /virtual:language-files/,
]);
/** The modules of nearly every screen, which are part of the first load, too. */
const isOfAllScreens = anyOf([
  /src\/lib\/(time\/clock|time\/dates|gestures\/swipe)\.ts/,
  /src\/ui\/(hooks\/use-swipe|hooks\/use-title|modals|toasts|widgets\/EmptyState|widgets\/Skeleton)\.tsx?/,
  /lucide-react\/.*\/icons\/(check|circle-exclamation-point|circle-user-round|cloud-off|cloud-upload|x)\./,
]);
/** The modules that import features. */
const isApp = anyOf([/src\/app\//]);
/** The first screen of each feature. The rest of a feature is in `<feature>-more`. */
const SCREENS: Readonly<Record<string, RegExp>> = {
  items: /features\/items\/list\/ItemsTab\.tsx$/,
  shopping: /(app\/pages\/ShoppingListScreen|features\/shopping\/list\/MyListView)\.tsx$/,
  scan: /app\/pages\/ScanScreen\.tsx$/,
  settings: /app\/pages\/SettingsScreen\.tsx$/,
  household: /features\/household\/LinkPage\.tsx$/,
};
/** The features that open small features, whose modules they include. */
const OPENED_FROM: Readonly<Record<string, string>> = {
  account: "settings",
  archive: "items",
  barcode: "scan",
  import: "settings",
  install: "settings",
  legal: "settings",
  sharing: "shopping",
};

function ownGroup(module: string): string {
  const id = module.replaceAll("\\", "/");
  const screen = Object.keys(SCREENS).find((name) => SCREENS[name]?.test(id));
  const feature = /src\/features\/(\w+)\//.exec(id)?.[1];
  if (screen !== undefined) return screen;
  if (feature !== undefined) return `${OPENED_FROM[feature] ?? feature}-more`;
  // The app's own modules import features, so they are apart from the modules that features import.
  return isApp(id) ? "app-more" : "more";
}

/** Returns the groups of the dynamically imported modules that import this one directly or indirectly. */
function groupsThatImport(id: string, modules: Modules, seen = new Set([id])): Set<string> {
  const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(id) ?? {};
  const groups = new Set(dynamicImporters.length > 0 ? [ownGroup(id)] : []);
  for (const importer of importers) {
    if (seen.has(importer)) continue;
    seen.add(importer);
    for (const group of groupsThatImport(importer, modules, seen)) groups.add(group);
  }
  return groups;
}

/** A module is in the group of the only feature that needs it, else in `base` if a screen needs it, else in `more`. */
function groupOf(id: string, modules: Modules): string | null {
  if (isAlone(id)) return null;
  const groups = groupsThatImport(id, modules);
  const [screen, ...screens] = Object.keys(SCREENS).filter((name) => groups.has(name));
  if (screens.length > 0) return "base";
  if (screen) groups.delete(`${screen}-more`);
  const [only, ...others] = groups;
  if (only !== undefined && others.length === 0) return only;
  // A module that imports features is in no group that features import.
  if (isApp(id)) return screen ?? "app-more";
  return screen ? `${screen}-base` : "more";
}

/** The modules that the shell imports, and those of nearly every screen. */
const isFrame = (id: string, modules: Modules) =>
  !isShell(id) && (isOfAllScreens(id) || (modules.getModuleInfo(id)?.importers.some(isShell) ?? false));

/** Languages, workers and the entry have files of their own. */
const isAlone = anyOf([/virtual:(language|product-names|catalogue)/, /heic|worker/, /app\/start\/entry/, /\.html$/]);

const group = (name: string, isOf: (group: string) => boolean, priority: number) => ({
  name: (id: string, modules: Modules) => {
    const found = groupOf(id, modules);
    return found !== null && isOf(found) ? found : null;
  },
  debugName: name,
  priority,
});

/**
 * Groups the modules into few files: by default the bundler creates hundreds, each of which is a request, and small
 * files compress worse. A group includes its modules' imports, unless a group of a higher priority has them (decision
 * 059).
 */
export const groups = [
  { name: "sign-in", test: isSignIn, priority: 8 },
  { name: "library", test: isLibrary, priority: 7 },
  { name: (id: string, modules: Modules) => (isFrame(id, modules) ? "frame" : null), debugName: "frame", priority: 6 },
  { name: "shell", test: isShell, priority: 5 },
  { name: "product-names", test: /virtual:product-names\//, priority: 5 },
  group("base", (found) => found === "base", 4),
  group("screens' base", (found) => found.endsWith("-base"), 3),
  group("screens", (found) => found in SCREENS, 2),
  group("more", (found) => found === "more", 1),
  group("features", () => true, 0),
];

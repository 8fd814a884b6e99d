import {
  useCallback,
  useMemo,
  useSyncExternalStore,
  type AnchorHTMLAttributes,
  type MouseEvent,
  type Ref,
} from "react";
import { createListeners, type Listeners } from "../state/listeners";

/** A minimal router: path, search parameters, history state, and links without page loads. */
export const changes: Listeners<[]> = createListeners(() => {
  const onPopState = () => deferred.undoStep?.() || changes.notify();
  window.addEventListener("popstate", onPopState);
  return () => window.removeEventListener("popstate", onPopState);
});

/** The part of `dialog-history`, which is loaded with the first dialog. */
export const deferred: {
  /** The navigations that wait while the entry of a closed dialog is skipped. */
  navigations?: (() => void)[] | undefined;
  /** Returns true if a step back was undone, because a dialog is open. */
  undoStep?: () => boolean;
} = {};

interface NavigateOptions {
  /** Replaces the current history entry. */
  replace?: boolean;
  /** Stored with the history entry, also over a reload. */
  state?: unknown;
}

export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  if (deferred.navigations) return void deferred.navigations.push(() => navigate(to, { replace, state }));
  if (replace) history.replaceState(state, "", to);
  else {
    history.pushState(state, "", to);
    // A new page starts at its top; the browser restores the scroll position on back and forward.
    window.scrollTo(0, 0);
  }
  changes.notify();
}

/** Returns the current path. */
export function usePath(): string {
  return useSyncExternalStore(changes.subscribe, () => location.pathname);
}

/** Returns the search parameters, and a function that navigates to changed ones. */
export function useSearchParams(): [
  URLSearchParams,
  (change: (before: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void,
] {
  const search = useSyncExternalStore(changes.subscribe, () => location.search);
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback((change: (before: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => {
    const after = change(new URLSearchParams(location.search)).toString();
    // A replaced entry keeps its state.
    const state: unknown = options?.replace ? history.state : null;
    navigate(after === "" ? location.pathname : `${location.pathname}?${after}`, { state, ...options });
  }, []);
  return [params, set];
}

/** Returns the state of the history entry. The caller validates it, because an older version may have stored it. */
export function useHistoryState(): unknown {
  return useSyncExternalStore(changes.subscribe, () => history.state as unknown);
}

/** Returns the parameter of a path such as `/shared/:token`, or null if the path is another one. */
export function parameterOf(path: string, prefix: string): string | null {
  if (!path.startsWith(prefix)) return null;
  const rest = path.slice(prefix.length).replace(/\/$/, "");
  if (rest === "" || rest.includes("/")) return null;
  try {
    return decodeURIComponent(rest);
  } catch {
    return null;
  }
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** Stored with the history entry. */
  state?: unknown;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link that a plain click opens without a page load. */
export function Link({ href, state, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    navigate(href, { state });
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

import {
  useCallback,
  useMemo,
  useSyncExternalStore,
  type AnchorHTMLAttributes,
  type MouseEvent,
  type Ref,
} from "react";
import { createListeners, type Listeners } from "../state/listeners";

/**
 * A minimal router for six routes: path, search parameters, history state, and links without page loads. (A routing
 * library would add two kilobytes to the first load.)
 */
const changes: Listeners<[]> = createListeners(() => {
  window.addEventListener("popstate", changes.notify);
  return () => window.removeEventListener("popstate", changes.notify);
});

/** Navigations that wait while `dialog-history` goes back over the entry of a closed dialog. */
export const deferred: { navigations?: (() => void)[] | undefined } = {};

export interface NavigateOptions {
  /** Replaces the present history entry, so that back does not return to it. */
  replace?: boolean;
  /** Kept with the history entry; survives a reload. */
  state?: unknown;
}

export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  if (deferred.navigations) return void deferred.navigations.push(() => navigate(to, { replace, state }));
  if (replace) history.replaceState(state, "", to);
  else {
    history.pushState(state, "", to);
    // A new page begins at its top; the browser restores the position on back and forward.
    window.scrollTo(0, 0);
  }
  changes.notify();
}

/** The present path, without the search. */
export function usePath(): string {
  return useSyncExternalStore(changes.subscribe, () => location.pathname);
}

/** The search parameters, and a way to change them in place. */
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

/**
 * Returns the state that `navigate` stored with the history entry. The caller validates it: it may come from an older
 * version.
 */
export function useHistoryState(): unknown {
  return useSyncExternalStore(changes.subscribe, () => history.state as unknown);
}

/** The parameter of a path such as `/shared/:token`, or null if the path is another one. */
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

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** Kept with the history entry. */
  state?: unknown;
  ref?: Ref<HTMLAnchorElement>;
}

/** A real link, so that it can be opened in a new tab; an ordinary click stays in the app. */
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

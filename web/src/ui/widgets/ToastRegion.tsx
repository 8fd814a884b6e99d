import "../styles/screens.css";
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Check, CircleAlert, X } from "lucide-react";
import { TOAST_SWIPE } from "../../lib/gestures/swipe";
import { IconButton } from "./Button";
import { classes } from "../classes";
import { useTopModal } from "../modals";
import { useCommon } from "../text/strings";
import { dismissToast, pauseToast, timeLeft, useToast, type Toast } from "../toasts";
import styles from "./ToastRegion.module.css";
import { useSwipe } from "../hooks/use-swipe";

/** Time for a screen reader to notice a region before content is inserted. */
const LIVE_REGION_DELAY_MS = 100;

/** The region of toasts. It is inside the open modal dialog, because everything outside is inert. */
export default function ToastRegion() {
  const modal = useTopModal();
  return createPortal(
    <Region key={modal ? "modal" : "page"} isInDialog={modal !== undefined} />,
    modal ?? document.body,
  );
}

/** The live region of the page or the open dialog. F8 focuses it; the focus returns when the toast closes. */
function Region({ isInDialog }: { isInDialog: boolean }) {
  const common = useCommon();
  const current = useToast();
  // Only content inserted into an existing live region is announced, and this one may be new.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), LIVE_REGION_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const toast = isReady ? current : undefined;
  const ref = useRef<HTMLDivElement>(null);
  const lastFocus = useRef<HTMLElement | null>(null);
  const [isFocused, setIsFocused] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "F8") ref.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  useLayoutEffect(() => {
    // Showing the popover again moves it to the front of the top layer. It is open without a toast too, because a
    // closed popover is not in the accessibility tree.
    const region = ref.current;
    // A dialog that has just closed removes this region; the page's region then shows the toast.
    if (!region?.isConnected || typeof region.showPopover !== "function") return;
    if (region.matches(":popover-open")) region.hidePopover();
    region.showPopover();
  }, [toast]);

  useEffect(() => {
    // A removed button fires no blur event.
    const region = ref.current;
    if (!isFocused || (region !== null && region !== document.activeElement && region.contains(document.activeElement)))
      return;
    if (toast && region === document.activeElement) return;
    setIsFocused(false);
    if (
      lastFocus.current?.isConnected &&
      (document.activeElement === document.body || document.activeElement === region)
    )
      lastFocus.current.focus({ preventScroll: true });
    lastFocus.current = null;
  }, [toast, isFocused]);

  return (
    <div
      ref={ref}
      popover="manual"
      role="region"
      tabIndex={-1}
      aria-label={`${common.notifications} (F8)`}
      className={classes(styles.region, isInDialog && styles.inDialog)}
      onFocus={(event) => {
        const previous = event.relatedTarget;
        if (previous instanceof HTMLElement && !event.currentTarget.contains(previous)) lastFocus.current = previous;
        setIsFocused(true);
      }}
      onBlur={(event) => setIsFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <div role="status" aria-live={toast?.tone === "danger" ? "assertive" : "polite"} aria-atomic="true">
        {toast && <ToastCard key={toast.id} toast={toast} focused={isFocused} />}
      </div>
    </div>
  );
}

function usePageVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener("visibilitychange", listener);
      return () => document.removeEventListener("visibilitychange", listener);
    },
    () => document.visibilityState === "visible",
  );
}

/**
 * A press leaves the focus where it is: a field that loses it may shrink, and the toast above it move off the pointer.
 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

function ToastCard({ toast, focused }: { toast: Toast; focused: boolean }) {
  const common = useCommon();
  const [isHovered, setIsHovered] = useState(false);
  const isPageVisible = usePageVisible();
  const isPaused = isHovered || focused || !isPageVisible;
  const ref = useRef<HTMLDivElement>(null);
  useSwipe(ref, TOAST_SWIPE, { mouse: true, onRight: () => dismissToast(toast.id) });

  useEffect(() => {
    if (isPaused) return;
    const startedAt = performance.now();
    const time = timeLeft(toast);
    const timer = setTimeout(() => dismissToast(toast.id), time);
    return () => {
      clearTimeout(timer);
      pauseToast(toast, time - (performance.now() - startedAt));
    };
  }, [isPaused, toast]);

  return (
    // The listeners pause the timer while the pointer is over the toast.
    <div
      ref={ref}
      className={classes("row wrap gap-8 rise", styles.toast, toast.tone === "danger" ? "solid danger" : "inverse")}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
    >
      {toast.tone === "success" && <Check size={20} aria-hidden className="rigid" />}
      {toast.tone === "danger" && <CircleAlert size={20} aria-hidden className="rigid" />}
      <div className="grow shrink">
        <p className="strong">{toast.title}</p>
        {toast.text !== undefined && <p className="small">{toast.text}</p>}
      </div>
      {toast.action && (
        <button
          type="button"
          className="chip tap bold link"
          onMouseDown={keepFocus}
          onClick={() => {
            toast.action?.run();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton
        label={common.close}
        icon={<X size={18} aria-hidden />}
        onMouseDown={keepFocus}
        onClick={() => dismissToast(toast.id)}
      />
      {toast.choices && (
        <div className="flex wrap gap-8 full">
          {toast.choices.map(({ label, run }) => (
            <button
              key={label}
              type="button"
              className={`chip tap strong ${styles.choice}`}
              onMouseDown={keepFocus}
              onClick={() => {
                run();
                dismissToast(toast.id);
              }}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

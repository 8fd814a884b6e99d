import { useEffect, useRef, useState } from "react";
import { Check, CircleAlert, X } from "lucide-react";
import { TOAST_SWIPE } from "../lib/swipe";
import { IconButton } from "./Button";
import { classes } from "./classes";
import { useCommon } from "./strings";
import { dismissToast, useToast, type Toast } from "./toasts";
import styles from "./ToastRegion.module.css";
import { useSwipe } from "./use-swipe";

/** Where toasts appear. Rendered once, inside the topmost dialog's reach because it is a popover. F8 moves focus here. */
export function ToastRegion() {
  const common = useCommon();
  const toast = useToast();
  const ref = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "F8") ref.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  useEffect(() => {
    // The top layer keeps a toast above any modal dialog; showing it again moves it to the front.
    const region = ref.current;
    if (!region || typeof region.showPopover !== "function") return;
    if (region.matches(":popover-open")) region.hidePopover();
    if (toast) region.showPopover();
  }, [toast]);

  return (
    <div ref={ref} popover="manual" role="region" tabIndex={-1} aria-label={`${common.notifications} (F8)`} className={styles.region} onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}>
      <div role="status" aria-live={toast?.tone === "danger" ? "assertive" : "polite"} aria-atomic="true">
        {toast && <ToastCard key={toast.id} toast={toast} focused={focused} />}
      </div>
    </div>
  );
}

function ToastCard({ toast, focused }: { toast: Toast; focused: boolean }) {
  const common = useCommon();
  const [hovered, setHovered] = useState(false);
  const held = hovered || focused;
  const left = useRef(toast.durationMs);
  const ref = useRef<HTMLDivElement>(null);
  useSwipe(ref, TOAST_SWIPE, { mouse: true, onRight: () => dismissToast(toast.id) });

  useEffect(() => {
    if (held) return;
    const began = performance.now();
    const timer = setTimeout(() => dismissToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - began;
    };
  }, [held, toast.id]);

  return (
    // The listeners only stop the clock while somebody reads or aims; the focus anywhere in the region does so too.
    <div
      ref={ref}
      className={classes(styles.toast, styles[toast.tone])}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {toast.tone === "success" && <Check size={20} aria-hidden className={styles.mark} />}
      {toast.tone === "danger" && <CircleAlert size={20} aria-hidden className={styles.mark} />}
      <div className={styles.words}>
        <p className={styles.title}>{toast.title}</p>
        {toast.text !== undefined && <p className={styles.text}>{toast.text}</p>}
      </div>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.action?.run();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton label={common.close} icon={<X size={18} aria-hidden />} onClick={() => dismissToast(toast.id)} />
    </div>
  );
}

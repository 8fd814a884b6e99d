import { useId, useRef, type ReactNode } from "react";
import { EllipsisVertical } from "lucide-react";
import { IconButton } from "./Button";
import styles from "./MoreMenu.module.css";

/**
 * What is wanted seldom, behind three dots. The browser's own popover brings what such a thing needs: it closes at Escape and at a tap elsewhere, gives the focus back,
 * and lies above everything.
 */
export function MoreMenu({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const place = () => {
    const at = button.current?.getBoundingClientRect();
    if (!at || !panel.current) return;
    panel.current.style.top = `${at.bottom + 4}px`;
    panel.current.style.right = `${document.documentElement.clientWidth - at.right}px`;
  };
  return (
    <>
      <IconButton ref={button} label={label} icon={<EllipsisVertical size={20} strokeWidth={1.75} aria-hidden />} popoverTarget={id} onClick={place} />
      {/* Only closes after a choice; what is chosen are buttons. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div ref={panel} id={id} popover="auto" className={styles.panel} onClick={() => panel.current?.hidePopover()}>{children}</div>
    </>
  );
}

import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { X } from "lucide-react";
import { Button, IconButton } from "./Button";
import styles from "./Dialog.module.css";
import { classes } from "./classes";
import { dialogOpened } from "../lib/navigation/dialog-history";
import { modalOpened } from "./modals";
import { useCommon } from "./strings";

export interface DialogProps {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; on phones they are at the bottom, under the thumb. */
  footer?: ReactNode;
  /** Called on Escape, the close button and a tap outside, as far as `kind` lets them. The owner unmounts the dialog. */
  onClose: () => void;
  /**
   * `alert` for questions: a tap outside does not close it. `secret` for content that is shown only once: only its own
   * button closes it, and the browser asks before the page is left.
   */
  kind?: "dialog" | "alert" | "secret";
  className?: string;
  /** Its content is read, not filled in. */
  reading?: boolean;
  /**
   * Closing would lose input: it asks first, whichever way it is closed. By default, once one of its fields was
   * changed.
   */
  dirty?: boolean;
  /** It has an address of its own, which the back gesture leaves. */
  hasAddress?: boolean;
  /** For a dialog that shows progress: the heading has the focus at first, and again whenever it changes. */
  focusTitle?: boolean;
}

const Closing = createContext<() => void>(() => undefined);

/** "Cancel" in a dialog's footer: closes like Escape, asking first if input would be lost. */
export function DialogCancel() {
  const common = useCommon();
  return <Button onClick={useContext(Closing)}>{common.cancel}</Button>;
}

interface ModalOptions {
  onClose: () => void;
  /** Closing would lose input: it asks first, whichever way it is closed. */
  dirty: boolean;
  /** Only the owner closes it. */
  isLocked?: boolean;
  hasAddress?: boolean;
  /** The words of the question, where they are not about changes. */
  words?: { title: string; text: string; keep: string };
}

/**
 * Opens the browser's own dialog element, which keeps focus inside and gives it back. Spread `element` on it and render
 * `question` inside of it; `close` asks first if something would be lost.
 */
export function useModal({ onClose, dirty, isLocked = false, hasAddress = false, words }: ModalOptions) {
  const common = useCommon();
  const ref = useRef<HTMLDialogElement>(null);
  /** Counts the times it asked, so that each question is a dialog of its own, above this one. */
  const [asking, setAsking] = useState(0);

  // In the commit itself: the caller that closes it may then move the focus on from the opener, which has it again by
  // the time a timer runs.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    if (!dialog.open) dialog.showModal();
    const closed = modalOpened(dialog);
    return () => {
      closed();
      dialog.close();
      // React removes the element at once, so the browser's own return of focus comes too late.
      if (opener?.isConnected) opener.focus();
    };
  }, []);

  const close = () => {
    if (isLocked) return;
    if (dirty) setAsking(asking + 1);
    else onClose();
  };
  const onBack = useEffectEvent(close);
  useLayoutEffect(() => (hasAddress ? undefined : dialogOpened(onBack)), [hasAddress]);

  const element = {
    ref,
    onCancel: (event: SyntheticEvent) => {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      close();
    },
    onClose: (event: SyntheticEvent) => {
      // A browser may close it without asking, when Escape is pressed repeatedly; the input is kept.
      if (event.target !== event.currentTarget || !ref.current?.isConnected || ref.current.open) return;
      if (dirty || isLocked) ref.current.showModal();
      close();
    },
  };
  const question = asking > 0 && (
    <Dialog
      key={asking}
      kind="alert"
      title={words?.title ?? common.discardTitle}
      description={words?.text ?? common.discardText}
      onClose={() => setAsking(0)}
      footer={
        <>
          <Button onClick={() => setAsking(0)}>{words?.keep ?? common.keepEditing}</Button>
          <Button variant="danger" onClick={onClose}>
            {common.discard}
          </Button>
        </>
      }
    />
  );
  return { ref, element, close, question };
}

/** A modal dialog. Render it while it is open. */
export function Dialog({
  title,
  description,
  children,
  footer,
  onClose,
  kind = "dialog",
  className,
  reading = false,
  dirty,
  focusTitle = false,
  hasAddress = false,
}: DialogProps) {
  const common = useCommon();
  const pressedOutside = useRef(false);
  const [touched, setTouched] = useState(false);
  const titleId = useId();
  const textId = useId();
  const isSecret = kind === "secret";
  const modal = useModal({ onClose, dirty: dirty ?? touched, isLocked: isSecret, hasAddress });
  const { ref, close } = modal;

  useEffect(() => {
    if (focusTitle) ref.current?.querySelector("h2")?.focus();
  }, [ref, focusTitle, title]);

  useEffect(() => {
    if (!isSecret) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isSecret]);

  return (
    // The listeners only catch a tap on the backdrop; every way of closing has a button and a key.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      {...modal.element}
      role={kind === "dialog" ? undefined : "alertdialog"}
      aria-labelledby={titleId}
      aria-describedby={description === undefined ? undefined : textId}
      className={classes("rise", styles.dialog, className)}
      onChange={() => setTouched(true)}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // A press that began on the content (selected text) and ended outside does not close it.
        if (kind === "dialog" && event.target === event.currentTarget && pressedOutside.current) close();
      }}
    >
      <Closing value={close}>
        {/* No header and footer elements: outside of main they would be landmarks of the whole page. */}
        <div className={`flex full column ${styles.box}`}>
          <div className={`flex split gap-12 start ${styles.header}`}>
            <h2 id={titleId} tabIndex={focusTitle ? -1 : undefined}>
              {title}
            </h2>
            {kind === "dialog" && (
              <IconButton label={common.close} icon={<X size={22} aria-hidden />} onClick={close} />
            )}
          </div>
          {(description !== undefined || children !== undefined) && (
            // If nothing inside takes the focus, the scroll keys need an element to start from.
            <div
              className={`stack gap-16 top grow ${styles.body}`}
              {...(reading && { role: "group", tabIndex: 0, "aria-labelledby": titleId })}
            >
              {description !== undefined && (
                <p id={textId} className="soft pre-line">
                  {description}
                </p>
              )}
              {children}
            </div>
          )}
          {footer !== undefined && <div className={`flex wrap gap-8 ruled at-end ${styles.footer}`}>{footer}</div>}
        </div>
      </Closing>
      {modal.question}
    </dialog>
  );
}

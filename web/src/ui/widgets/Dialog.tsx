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
import { classes } from "../classes";
import { dialogOpened } from "../../lib/navigation/dialog-history";
import { addModal } from "../modals";
import { useCommon } from "../text/strings";
import { useUnloadQuestion } from "../hooks/use-unload-question";

export interface DialogProps {
  title: string;
  description?: ReactNode;
  /** A picture above the title. */
  picture?: ReactNode;
  /** Buttons before the close button. */
  tools?: ReactNode;
  children?: ReactNode;
  /** The buttons at the bottom. */
  footer?: ReactNode;
  /** Called on Escape, the close button and a tap outside, if `kind` allows them. The owner unmounts the dialog. */
  onClose: () => void;
  /**
   * `alert` for questions: a tap outside does not close it. `secret` for content that is shown only once: only a button
   * of its footer closes it, and the browser asks before the user leaves the page.
   */
  kind?: "dialog" | "alert" | "secret";
  className?: string;
  /** True for content without fields, which the keyboard can scroll. */
  reading?: boolean;
  /** True if closing would lose input: then it asks first. By default true once a field was changed. */
  dirty?: boolean;
  /** True if the dialog has its own address, which `onClose` leaves. */
  hasAddress?: boolean;
  /** Focuses the heading at first and whenever it changes, for a dialog that shows progress. */
  focusTitle?: boolean;
}

const Closing = createContext<() => void>(() => undefined);

/** "Cancel" in a dialog's footer. Asks first if input would be lost. */
export function DialogCancel() {
  const common = useCommon();
  return <Button onClick={useContext(Closing)}>{common.cancel}</Button>;
}

interface ModalOptions {
  onClose: () => void;
  /** True if closing would lose input: then it asks first. */
  dirty: boolean;
  /** True if only the owner can close it. */
  isLocked?: boolean;
  hasAddress?: boolean;
  /** The texts of the question, if it is not about discarding changes. */
  words?: { title: string; text: string; keep: string };
}

/**
 * Opens a modal dialog element. Spread `element` on it and render `question` inside it; `close` asks first if input
 * would be lost.
 */
export function useModal({ onClose, dirty, isLocked = false, hasAddress = false, words }: ModalOptions) {
  const common = useCommon();
  const ref = useRef<HTMLDialogElement>(null);
  /** The number of the current question, 0 for none. Each one is a new dialog above this one. */
  const [questionNumber, setQuestionNumber] = useState(0);

  // A layout effect, so that the opener has the focus before code that closes the dialog moves it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    if (!dialog.open) dialog.showModal();
    const closed = addModal(dialog);
    return () => {
      closed();
      dialog.close();
      // React removes the element at once, before the browser returns the focus.
      if (opener?.isConnected) opener.focus();
    };
  }, []);

  const close = () => {
    if (isLocked) return;
    if (dirty) setQuestionNumber(questionNumber + 1);
    else onClose();
  };
  const onBack = useEffectEvent(close);
  useLayoutEffect(() => dialogOpened(onBack, hasAddress), [hasAddress]);
  useUnloadQuestion(dirty || isLocked);

  const element = {
    ref,
    onCancel: (event: SyntheticEvent) => {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      close();
    },
    onClose: (event: SyntheticEvent) => {
      // The browser closes it if Escape is pressed repeatedly. It is opened again to keep the input.
      if (event.target !== event.currentTarget || !ref.current?.isConnected || ref.current.open) return;
      if (dirty || isLocked) ref.current.showModal();
      close();
    },
  };
  const question = questionNumber > 0 && (
    <Dialog
      key={questionNumber}
      kind="alert"
      title={words?.title ?? common.discardTitle}
      description={words?.text ?? common.discardText}
      onClose={() => setQuestionNumber(0)}
      footer={
        <>
          <Button onClick={() => setQuestionNumber(0)}>{words?.keep ?? common.keepEditing}</Button>
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
  picture,
  tools,
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
  const [isChanged, setIsChanged] = useState(false);
  const titleId = useId();
  const textId = useId();
  const isSecret = kind === "secret";
  const modal = useModal({ onClose, dirty: dirty ?? isChanged, isLocked: isSecret, hasAddress });
  const { ref, close } = modal;

  useEffect(() => {
    if (focusTitle) ref.current?.querySelector("h2")?.focus();
  }, [ref, focusTitle, title]);

  const heading = (
    <h2 id={titleId} tabIndex={focusTitle ? -1 : undefined}>
      {title}
    </h2>
  );
  return (
    // The listeners handle a tap on the backdrop; a button and Escape close the dialog too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      {...modal.element}
      role={kind === "dialog" ? undefined : "alertdialog"}
      aria-labelledby={titleId}
      aria-describedby={description === undefined ? undefined : textId}
      className={classes("rise", styles.dialog, className)}
      onChange={() => setIsChanged(true)}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // A press that started inside (selecting text) and ended outside does not close it.
        if (kind === "dialog" && event.target === event.currentTarget && pressedOutside.current) close();
      }}
    >
      <Closing value={close}>
        {/* No header and footer elements, which would be landmarks of the page. */}
        <div className={`flex full column ${styles.box}`}>
          <div className={classes("flex split gap-12 start", picture !== undefined && styles.pictured, styles.header)}>
            {picture ?? heading}
            {tools}
            {kind === "dialog" && (
              <IconButton label={common.close} icon={<X size={22} aria-hidden />} onClick={close} />
            )}
            {picture !== undefined && heading}
          </div>
          {(description !== undefined || children !== undefined) && (
            // Focusable without fields, so that the keyboard can scroll it.
            <div
              className={`stack gap-16 top grow ${styles.body}`}
              {...(reading && { role: "group", tabIndex: 0, "aria-labelledby": titleId })}
            >
              {description !== undefined && (
                <p id={textId} className="muted pre-line">
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

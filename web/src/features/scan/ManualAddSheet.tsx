import { useEffect, useEffectEvent } from "react";
import { Dialog, type DialogProps } from "../../ui/widgets/Dialog";
import { leaveSheet } from "../../lib/navigation/dialog-history";
import styles from "./ScanTab.module.css";

interface ManualAddSheetProps extends Omit<DialogProps, "onClose"> {
  /** Moves the focus, or opens the camera. */
  onOpen: () => void;
  onDiscard: () => void;
}

/** Shows the form as a sheet over the page. Closing it discards what was typed, after a question. */
export default function ManualAddSheet({ onOpen, onDiscard, ...dialog }: ManualAddSheetProps) {
  const opened = useEffectEvent(onOpen);
  useEffect(() => opened(), []);
  const close = () => {
    onDiscard();
    leaveSheet("/?tab=scan");
  };
  return <Dialog {...dialog} className={styles.sheet ?? ""} onClose={close} hasAddress />;
}

import { useEffect, useEffectEvent } from "react";
import { Dialog, type DialogProps } from "../../ui/Dialog";
import { leaveSheet } from "../../lib/navigation/dialog-history";
import styles from "./ScanTab.module.css";

/** Shows the form as a sheet over the page. `onOpen` moves the focus, or opens the camera. */
export default function ManualAddSheet({ onOpen, ...dialog }: Omit<DialogProps, "onClose"> & { onOpen: () => void }) {
  const opened = useEffectEvent(onOpen);
  useEffect(() => opened(), []);
  return <Dialog {...dialog} className={styles.sheet ?? ""} onClose={() => leaveSheet("/?tab=scan")} hasAddress />;
}

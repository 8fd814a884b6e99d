import { useEffect, useState } from "react";
import { Sparkles, X } from "lucide-react";
import { Button, IconButton } from "../ui/Button";
import { useCommon } from "../ui/strings";
import { onUpdateWaiting } from "./service-worker";
import styles from "./UpdatePrompt.module.css";

/** Offers a new version and never forces it: a reload in the middle of typing would lose what was typed. */
export default function UpdatePrompt() {
  const common = useCommon();
  const [apply, setApply] = useState<(() => void) | null>(null);
  useEffect(() => onUpdateWaiting((next) => setApply(() => next)), []);
  return (
    <div role="status" className={styles.holder}>
      {apply && (
        <div className={styles.card}>
          <Sparkles size={20} aria-hidden />
          <p>{common.updateTitle}</p>
          <Button variant="primary" size="small" onClick={apply}>
            {common.updateAction}
          </Button>
          <IconButton label={common.close} icon={<X size={18} aria-hidden />} onClick={() => setApply(null)} />
        </div>
      )}
    </div>
  );
}

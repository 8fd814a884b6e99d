import { useState } from "react";
import { X } from "lucide-react";
import { useInsecureStrings } from "virtual:strings/insecure";
import { IconButton } from "../../ui/widgets/Button";
import { useCommon } from "../../ui/text/strings";
import styles from "./InsecureNotice.module.css";

/** Explains which features browsers block without HTTPS, and how the operator can enable them. */
export default function InsecureNotice() {
  const common = useCommon();
  const t = useInsecureStrings();
  const [isShown, setIsShown] = useState(true);
  if (!isShown) return null;
  return (
    <aside className={`stack wash soon ${styles.notice}`} aria-label={t.label}>
      <div>
        <p>
          <strong className="soon">{t.label}.</strong> {t.missing}
        </p>
        <details>
          <summary>{t.how}</summary>
          <ul className="stack gap-6">
            {t.ways.map((way) => (
              <li key={way}>{way}</li>
            ))}
          </ul>
        </details>
      </div>
      <IconButton label={common.close} icon={<X size={20} aria-hidden />} onClick={() => setIsShown(false)} />
    </aside>
  );
}

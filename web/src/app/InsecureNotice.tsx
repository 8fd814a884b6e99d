import { useState } from "react";
import { X } from "lucide-react";
import { useStrings } from "../lib/i18n";
import { insecure as de } from "../locales/de/insecure";
import { insecure as en } from "../locales/en/insecure";
import { IconButton } from "../ui/Button";
import { useCommon } from "../ui/strings";
import styles from "./InsecureNotice.module.css";

const both = { en, de };

/** Tells what a browser takes away from a page that came without https, and what whoever runs this Larder can do about it. Rendered only there. */
export default function InsecureNotice() {
  const common = useCommon();
  const t = useStrings(both);
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  return (
    <aside className={styles.notice} aria-label={t.label}>
      <div>
        <p><strong>{t.label}.</strong> {t.missing}</p>
        <details>
          <summary>{t.how}</summary>
          <ul>{t.ways.map((way) => <li key={way}>{way}</li>)}</ul>
        </details>
      </div>
      <IconButton label={common.close} icon={<X size={20} aria-hidden />} onClick={() => setShown(false)} />
    </aside>
  );
}

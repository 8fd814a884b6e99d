import { CircleCheck, Download } from "lucide-react";
import { Button } from "../../ui/Button";
import { useInstall } from "../../ui/use-install";
import styles from "./Settings.module.css";
import { useSettingsStrings } from "virtual:strings/settings";

export function AppSection() {
  const t = useSettingsStrings();
  const { install, installed, dialog } = useInstall();
  return (
    <section className={styles.section} aria-labelledby="app-title">
      <h2 id="app-title">{t.app}</h2>
      {installed ? (
        <p className={styles.note}>
          <CircleCheck size={18} aria-hidden className={styles.good} />
          {t.installed}
        </p>
      ) : (
        <div className={styles.line}>
          <p className={styles.note}>{t.installText}</p>
          <Button size="small" icon={<Download size={18} aria-hidden />} onClick={() => void install()}>
            {t.install}
          </Button>
        </div>
      )}
      {dialog}
    </section>
  );
}

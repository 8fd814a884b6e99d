import { useState } from "react";
import { chooseLanguage, chosenLanguage, type Language } from "../../lib/i18n";
import { chooseTheme, chosenTheme, type Theme } from "../../lib/theme";
import { Segmented } from "../../ui/Segmented";
import styles from "./Settings.module.css";
import { useSettingsStrings } from "./strings";

export function AppearanceSection() {
  const t = useSettingsStrings();
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  const [own, setOwn] = useState<Language | "auto">(chosenLanguage() ?? "auto");
  return (
    <section className={styles.section} aria-labelledby="look-title">
      <h2 id="look-title">{t.look}</h2>
      <div className={styles.choice}>
        <span className={styles.label} aria-hidden>{t.language}</span>
        <Segmented
          even label={t.language} value={own}
          options={(["auto", "en", "de"] as const).map((value) => ({ value, label: t.languages[value] }))}
          onChange={(next) => {
            setOwn(next);
            void chooseLanguage(next === "auto" ? null : next);
          }}
        />
      </div>
      <div className={styles.choice}>
        <span className={styles.label} aria-hidden>{t.theme}</span>
        <Segmented
          even label={t.theme} value={theme}
          options={(["system", "light", "dark"] as const).map((value) => ({ value, label: t.themes[value] }))}
          onChange={(next) => {
            setTheme(next);
            chooseTheme(next);
          }}
        />
      </div>
    </section>
  );
}

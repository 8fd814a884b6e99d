import { useState } from "react";
import { LANGUAGES, chooseLanguage, chosenLanguage, type Language } from "../../lib/language/i18n";
import { chooseTheme, chosenTheme, type Theme } from "../../lib/browser/theme";
import { useCommon } from "../../ui/text/strings";
import { showToast } from "../../ui/toasts";
import { SelectField } from "../../ui/widgets/Field";
import { Segmented } from "../../ui/widgets/Segmented";
import { useSettingsStrings } from "virtual:strings/settings";

/** Returns a language's name in itself, as a title: "Español". */
function ownName(code: Language): string {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

export function AppearanceSection() {
  const common = useCommon();
  const t = useSettingsStrings();
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  const [own, setOwn] = useState<Language | "auto">(chosenLanguage() ?? "auto");
  const choose = async (next: Language | null) => {
    setOwn(next ?? "auto");
    if (await chooseLanguage(next)) return;
    setOwn(chosenLanguage() ?? "auto");
    showToast({ tone: "danger", title: common.loadFailedTitle, text: common.loadFailedText });
  };
  return (
    <section className="card stack gap-16 shrink pad" aria-labelledby="look-title">
      <h2 id="look-title">{t.look}</h2>
      <SelectField
        label={t.language}
        value={own}
        onChange={(event) => void choose(LANGUAGES.find((code) => code === event.target.value) ?? null)}
      >
        <option value="auto">{t.automatic}</option>
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {ownName(code)}
          </option>
        ))}
      </SelectField>
      <div className="stack gap-6">
        <span className="muted small strong" aria-hidden>
          {t.theme}
        </span>
        <Segmented
          fill
          label={t.theme}
          value={theme}
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

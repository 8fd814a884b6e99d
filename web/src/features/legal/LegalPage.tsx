import "../../ui/styles/screens.css";
import { Link } from "../../lib/navigation/router";
import { ArrowLeft } from "lucide-react";
import { useLanguage, type Language } from "../../lib/language/i18n";
import button from "../../ui/widgets/Button.module.css";
import { classes } from "../../ui/classes";
import { useTitle } from "../../ui/hooks/use-title";
import styles from "./LegalPage.module.css";
import { providerOf } from "./provider";
import { useLegalStrings } from "virtual:strings/legal";
import english from "virtual:translation/legal/en";
import german from "virtual:translation/legal/de";

const SECTIONS = ["content", "ai", "links", "copyright"] as const;
const PROVIDER = providerOf(import.meta.env);

/** Shows the legal notice in the user's language, followed by English and German, which the specification demands. */
export default function LegalPage() {
  const language = useLanguage();
  const own = useLegalStrings();
  useTitle(own.title);
  const notices = new Map<Language, Sentences["legal"]>([
    [language, own],
    ["en", english],
    ["de", german],
  ]);
  return (
    <div className="stack gap-20 left">
      <h1>
        {[...new Set<Language>(["de", "en", language])].map((code, index) => (
          <span key={code} lang={code}>
            {index > 0 && " / "}
            {notices.get(code)?.title}
          </span>
        ))}
      </h1>
      <div className="columns gap-16 full">
        {[...notices].map(([code, t]) => (
          <Notice key={code} language={code} t={t} />
        ))}
      </div>
      <Link href="/" className={classes(button.button, button.primary, "no-print")}>
        <ArrowLeft size={18} aria-hidden />
        {own.back}
      </Link>
    </div>
  );
}

function Notice({ language, t }: { language: Language; t: Sentences["legal"] }) {
  return (
    <article lang={language} className="card stack gap-16 top pad" aria-label={t.languageName}>
      <h2>{t.languageName}</h2>
      <section className={`stack gap-4 ${styles.section}`}>
        <h3>{t.provider.title}</h3>
        {PROVIDER ? (
          <>
            <p>{t.provider.intro}</p>
            <address className={`stack ${styles.address}`}>
              {[PROVIDER.name, ...PROVIDER.address].map((line) => (
                <span key={line}>{line}</span>
              ))}
              {PROVIDER.email && (
                <span>
                  {t.provider.contact} <a href={`mailto:${PROVIDER.email}`}>{PROVIDER.email}</a>
                </span>
              )}
            </address>
          </>
        ) : (
          <p>{t.provider.unnamed}</p>
        )}
      </section>
      {SECTIONS.map((name) => (
        <section key={name} className={`stack gap-4 ${styles.section}`}>
          <h3>{t[name].title}</h3>
          <p>{t[name].text}</p>
        </section>
      ))}
    </article>
  );
}

import { Link } from "../../lib/router";
import { ArrowLeft } from "lucide-react";
import { useLanguage, type Language } from "../../lib/i18n";
import { legal as de } from "../../locales/de/legal";
import { legal as en } from "../../locales/en/legal";
import button from "../../ui/Button.module.css";
import { classes } from "../../ui/classes";
import { useTitle } from "../../ui/use-title";
import styles from "./LegalPage.module.css";
import { providerOf } from "./provider";

const BOTH = { en, de };
const SECTIONS = ["content", "ai", "links", "copyright"] as const;
const PROVIDER = providerOf(import.meta.env);

/** The legal notice in both languages, the reader's own first. */
export default function LegalPage() {
  const language = useLanguage();
  const own = BOTH[language];
  useTitle(own.title);
  const order: readonly Language[] = language === "de" ? ["de", "en"] : ["en", "de"];
  return (
    <div className={styles.page}>
      <h1><span lang="de">{de.title}</span> / <span lang="en">{en.title}</span></h1>
      <div className={styles.languages}>{order.map((each) => <Notice key={each} language={each} />)}</div>
      <Link href="/" className={classes(button.button, button.primary, styles.back)}><ArrowLeft size={18} aria-hidden />{own.back}</Link>
    </div>
  );
}

function Notice({ language }: { language: Language }) {
  const t = BOTH[language];
  return (
    <article lang={language} className={styles.notice} aria-label={t.languageName}>
      <h2>{t.languageName}</h2>
      <section className={styles.section}>
        <h3>{t.provider.title}</h3>
        {PROVIDER ? (
          <>
            <p>{t.provider.intro}</p>
            <address className={styles.address}>
              {[PROVIDER.name, ...PROVIDER.address].map((line) => <span key={line}>{line}</span>)}
              {PROVIDER.email && <span>{t.provider.contact} <a href={`mailto:${PROVIDER.email}`}>{PROVIDER.email}</a></span>}
            </address>
          </>
        ) : (
          <p>{t.provider.unnamed}</p>
        )}
      </section>
      {SECTIONS.map((name) => (
        <section key={name} className={styles.section}>
          <h3>{t[name].title}</h3>
          <p>{t[name].text}</p>
        </section>
      ))}
    </article>
  );
}

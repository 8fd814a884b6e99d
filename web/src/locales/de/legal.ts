import type { legal as english } from "../en/legal";

export const legal: typeof english = {
  title: "Impressum",
  back: "Zurück zur App",
  languageName: "Deutsch",
  provider: {
    title: "Angaben zum Anbieter",
    intro: "Verantwortlich für diese Seite:",
    unnamed: "Dieses Larder betreibt die Person oder Organisation, von der du die Adresse hast, für den eigenen Haushalt. Es gibt keinen gewerblichen Anbieter.",
    contact: "Kontakt:",
  },
  content: {
    title: "Haftung für Inhalte",
    text: "Die Inhalte dieser Seite wurden mit Sorgfalt erstellt. Für ihre Richtigkeit, Vollständigkeit und Aktualität können wir jedoch keine Gewähr übernehmen. Als Diensteanbieter sind wir für eigene Inhalte nach den allgemeinen Gesetzen verantwortlich; wir sind nicht verpflichtet, Informationen zu überwachen, die andere hier übermitteln oder speichern.",
  },
  ai: {
    title: "Haftung für KI-Vorhersagen",
    text: "Alle Angaben zu Frische und Haltbarkeit sind KI-gestützte Schätzungen und dienen nur der Bildung und nicht kommerziellen Zwecken. Sie ersetzen weder das Datum auf der Packung noch Augen, Nase und gesunden Menschenverstand. Im Zweifel gehört es in den Müll: Wer etwas isst, entscheidet und verantwortet das allein.",
  },
  links: {
    title: "Haftung für externe Links",
    text: "Diese Seite enthält Links zu Seiten anderer, auf deren Inhalte wir keinen Einfluss haben. Für sie sind allein ihre Betreiber verantwortlich. Als die Links gesetzt wurden, waren keine rechtswidrigen Inhalte erkennbar; sollten uns solche bekannt werden, entfernen wir die Links umgehend.",
  },
  copyright: {
    title: "Urheberrecht",
    text: "Die Inhalte und Werke auf dieser Seite unterliegen dem Urheberrecht. Das Programm von Larder ist quelloffen unter der MIT-Lizenz oder der Apache-Lizenz 2.0; die Schrift Young Serif steht unter der SIL Open Font License. Beiträge anderer sind als solche gekennzeichnet.",
  },
};

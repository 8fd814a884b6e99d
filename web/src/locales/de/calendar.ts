import type { calendar as en } from "../en/calendar";

export const calendar: typeof en = {
  title: "Kalender",
  text: "Dein Kalenderprogramm kann zeigen, was verbraucht werden muss: ein ganztägiger Eintrag für jeden Tag, an dem etwas abläuft.",
  create: "Adresse erzeugen",
  anew: "Neue Adresse erzeugen",
  address: "Adresse zum Abonnieren",
  once: "Wird nur jetzt gezeigt: Füge sie in deinem Kalenderprogramm als Abonnement hinzu. Wer sie hat, sieht, was abläuft.",
  made: (when) => `Die Adresse wurde ${when} erzeugt. Sie wird nur einmal gezeigt; eine neue beendet sie.`,
  copy: "Adresse kopieren",
  copied: "Adresse kopiert",
  copyFailed: "Die Adresse konnte nicht kopiert werden. Markiere sie im Feld.",
  end: "Kalender beenden",
  ended: "Der Kalender ist beendet",
  failed: "Der Kalender konnte nicht geändert werden",
  slow: "Apple und die meisten anderen sehen alle paar Stunden nach, Google nur einmal in 8 bis 24 Stunden.",
};

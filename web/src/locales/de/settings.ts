import type { settings as english } from "../en/settings";

export const settings: typeof english = {
  title: "Einstellungen",
  notifications: "Mitteilungen",
  loadFailed: "Die Einstellungen für Mitteilungen konnten nicht geladen werden. Es gelten die Vorgaben.",
  push: "Push-Mitteilungen",
  pushHint: "Eine Erinnerung am Tag, und nur wenn etwas bald abläuft.",
  time: "Uhrzeit",
  timeZone: (zone) => `In deiner Zeitzone, ${zone}`,
  device: {
    on: "Erinnerungen kommen auf diesem Gerät an.",
    default: "Dieses Gerät darf noch keine Erinnerungen zeigen.",
    allow: "Auf diesem Gerät erlauben",
    denied: "Mitteilungen sind für diese Seite gesperrt. Erlaube sie in den Website-Einstellungen des Browsers und komm dann zurück.",
    unsupported: "Dieser Browser kann keine Erinnerungen empfangen. Auf deinen anderen Geräten kommen sie weiter an.",
    installFirst: "Auf iPhone und iPad muss Larder erst auf den Home-Bildschirm; dort lassen sich Erinnerungen dann erlauben.",
    failed: "Die Einstellungen für Mitteilungen konnten nicht geändert werden.",
    failedText: "Erinnerungen ließen sich auf diesem Gerät nicht einrichten. Bitte versuche es noch einmal.",
  },
  test: "Test senden",
  testHint: "Sieht jetzt nach, was bald abläuft, und erinnert dich, wenn es etwas gibt.",
  lastDelivered: (when) => `Zuletzt zugestellt ${when}.`,
  lastChecked: (when) => `Zuletzt nachgesehen ${when}.`,
  tested: "Nachgesehen",
  testedText: "Wenn etwas bald abläuft, ist die Erinnerung unterwegs.",
  testFailed: "Das Nachsehen ist fehlgeschlagen.",

  look: "Sprache und Aussehen",
  language: "Sprache",
  languages: { auto: "Automatisch", en: "English", de: "Deutsch" },
  theme: "Farbschema",
  themes: { system: "Automatisch", light: "Hell", dark: "Dunkel" },

  app: "App",
  installText: "Larder startet vom Startbildschirm und funktioniert ohne Netz.",
  install: "App installieren",
  installed: "Larder ist auf diesem Gerät installiert.",

  data: "Deine Daten",
  exportText: "Lade alles herunter, was Larder über dich weiß, oder deine Artikel als Tabelle.",
  exportJson: "Alles exportieren (JSON)",
  exportCsv: "Artikel exportieren (CSV)",
  exported: (file) => `Gespeichert als ${file}`,
  exportFailed: "Export fehlgeschlagen",
  clearText: "Löscht Artikel, Kassenbons, Einkaufsliste und geteilte Listen, hier und auf dem Server.",

  legal: "Impressum",
};

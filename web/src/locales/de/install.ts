import type { install as english } from "../en/install";

export const install: typeof english = {
  title: "App installieren",
  subtitle: "Schnell zur Hand, auch ohne Netz",
  subtitleIos: "Mit Safaris Teilen-Knopf und „Zum Home-Bildschirm“",
  install: "Installieren",
  showHow: "So geht’s",
  notNow: "Nicht jetzt",
  howTitle: "Larder installieren",
  steps: ["Öffne das Menü des Browsers", "Wähle „App installieren“ oder „Zum Startbildschirm hinzufügen“", "Folge den Anweisungen"],
  stepsIos: ["Tippe in Safari auf „Teilen“", "Wähle „Zum Home-Bildschirm“", "Tippe auf „Hinzufügen“"],
  failedTitle: "Larder konnte nicht installiert werden",
  failed: "Bitte öffne das Menü des Browsers und wähle „App installieren“ oder „Zum Startbildschirm hinzufügen“.",
  ok: "OK",
};

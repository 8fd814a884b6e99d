import { plural } from "../../lib/i18n";
import type { account as english } from "../en/account";

export const account: typeof english = {
  title: "Konto & Statistik",
  id: "Nutzerkennung",
  loading: "Wird geladen …",
  type: "Kontoart: anonym",
  note: "Hier meldet sich niemand an. Deine Daten gehören zum anonymen Konto dieses Browsers.",
  statistics: "Statistik",
  total: "Artikel gesamt",
  scans: "Gescannte Kassenbons",
  fresh: "Frische Artikel",
  soon: "Läuft bald ab",
  expired: "Abgelaufen",
  week: "Was wann abläuft",
  day: (day, n) => plural("de", n, { one: `${day}: 1 Artikel`, other: `${day}: ${n} Artikel` }),
  today: "Heute",
  signOut: "Abmelden & zurücksetzen",
  signOutQuestion: "Damit endet dein anonymes Konto auf diesem Gerät, und ein neues, leeres beginnt. Alles, was hier steht, wird gelöscht. Das lässt sich nicht rückgängig machen.",
  signedOut: "Du bist abgemeldet",
  signOutFailed: "Abmelden fehlgeschlagen",
  signOutFailedText: "Beim Abmelden ist ein Fehler aufgetreten. Bitte versuche es noch einmal.",
};

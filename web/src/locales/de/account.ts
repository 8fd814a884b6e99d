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
  ends: "Gegessen oder verloren",
  used: "Gegessen",
  tossed: "Weggeworfen",
  endExpired: "Unbemerkt abgelaufen",
  endsNone: "Sag im Bearbeiten-Dialog, was aus einem Artikel wurde, und hier erscheinen zwölf Wochen davon.",
  endsWeek: (monday, used, tossed, expired) => `Woche ab ${monday}: ${used} gegessen, ${tossed} weggeworfen, ${expired} unbemerkt abgelaufen`,
  endsFirst: "vor 12 Wochen",
  endsLast: "diese Woche",
  signOut: "Abmelden & zurücksetzen",
  signOutQuestion: "Damit endet dein anonymes Konto auf diesem Gerät, und ein neues, leeres beginnt. Alles, was hier steht, wird gelöscht. Das lässt sich nicht rückgängig machen.",
  signOutShared: (n) =>
    plural("de", n, { one: "1 anderes Gerät nutzt diesen Vorrat und behält alles.", other: `${n} andere Geräte nutzen diesen Vorrat und behalten alles.` }) + " Dieses Gerät verlässt den Vorrat und beginnt mit einem leeren; was es gezeigt hat, wird hier gelöscht.",
  signedOut: "Du bist abgemeldet",
  signOutFailed: "Abmelden fehlgeschlagen",
  signOutFailedText: "Beim Abmelden ist ein Fehler aufgetreten. Bitte versuche es noch einmal.",
};

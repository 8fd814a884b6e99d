import { plural } from "../../lib/i18n";
import type { history as english } from "../en/history";

export const history: typeof english = {
  title: "Scan-Verlauf",
  count: (n) => plural("de", n, { one: "1 Scan", other: `${n} Scans` }),
  list: "Gescannte Kassenbons",
  sessionTitle: (id) => `Kassenbon-Scan #${id}`,
  found: (n) => plural("de", n, { one: "1 Artikel gefunden", other: `${n} Artikel gefunden` }),
  historical: "Früher",
  archived: "Archiviert",
  deleted: "Gelöscht",
  items: (session) => `Artikel von ${session}`,
  noItems: "Zu diesem Scan gibt es keine Artikel",
  itemsFailed: "Die Artikel dieses Scans konnten nicht geladen werden.",
  readd: "Wieder aufnehmen",
  toList: "Auf die Einkaufsliste",
  readdNamed: (session) => `Wieder aufnehmen: ${session}`,
  toListNamed: (session) => `Auf die Einkaufsliste: ${session}`,
  readded: "In Larder aufgenommen",
  readdedText: (n) => plural("de", n, { one: "1 Artikel ist wieder in deinem Vorrat.", other: `${n} Artikel sind wieder in deinem Vorrat.` }),
  listed: "Auf die Einkaufsliste gesetzt",
  listedText: (n) => plural("de", n, { one: "1 Artikel steht auf deiner Einkaufsliste.", other: `${n} Artikel stehen auf deiner Einkaufsliste.` }),
  later: "Für später gemerkt",
  laterText: "Das geschieht, sobald du online bist.",
  emptyTitle: "Noch keine Kassenbons",
  emptyText: "Jeder gescannte Kassenbon bleibt hier, damit du dasselbe noch einmal kaufen oder aufnehmen kannst.",
  emptyAction: "Kassenbon scannen",
};

import { plural } from "../../lib/i18n";
import type { archive as english } from "../en/archive";

export const archive: typeof english = {
  title: "Archivierte & gelöschte Artikel",
  list: "Archivierte und gelöschte Artikel",
  archived: "Archiviert",
  deleted: "Gelöscht",
  count: (n) => plural("de", n, { one: "1 Artikel", other: `${n} Artikel` }),
  restoreNamed: (name) => `${name} wiederherstellen`,
  restored: (n, name) => plural("de", n, { one: `${name} ist wieder in deinem Vorrat`, other: `${n} Artikel sind wieder in deinem Vorrat` }),
  emptyTitle: "Noch nichts weggelegt",
  emptyText: "Was du archivierst oder löschst, bleibt hier, und du kannst es jederzeit zurückholen.",
  refreshFailed: "Diese Liste konnte nicht aktualisiert werden. Du siehst den letzten Stand.",
};

import { plural } from "../../lib/i18n";
import type { data as english } from "../en/data";

export const data: typeof english = {
  clear: "Alle Daten löschen",
  question: "Möchtest du wirklich alle deine Daten löschen? Das lässt sich nicht rückgängig machen.",
  questionShared: (n) =>
    plural("de", n, { one: "1 anderes Gerät nutzt diesen Vorrat und behält alles.", other: `${n} andere Geräte nutzen diesen Vorrat und behalten alles.` }) + " Dieses Gerät verlässt den Vorrat und beginnt mit einem leeren. Das lässt sich nicht rückgängig machen.",
  cleared: "Die Daten wurden gelöscht",
  failedTitle: "Löschen fehlgeschlagen",
  failedText: "Beim Löschen deiner Daten ist ein Fehler aufgetreten. Bitte versuche es noch einmal.",
};

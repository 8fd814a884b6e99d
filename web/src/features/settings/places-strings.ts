import translations from "virtual:translations/places";
import { useLanguage } from "../../lib/i18n";

export function usePlacesStrings(): Sentences["places"] {
  return translations[useLanguage()];
}

import translations from "virtual:translations/product-lookup";
import { useLanguage } from "../../lib/i18n";

export function useLookupStrings(): Sentences["product-lookup"] {
  return translations[useLanguage()];
}

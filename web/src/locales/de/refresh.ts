import type { refresh as english } from "../en/refresh";

export const refresh: typeof english = {
  refresh: "Aktualisieren",
  refreshing: "Wird aktualisiert …",
  refreshed: "Auf dem neuesten Stand.",
  failed: "Larder ist nicht erreichbar. Zu sehen ist der letzte bekannte Stand.",
};

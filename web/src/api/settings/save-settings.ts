import { outbox } from "../outbox/outbox";
import type { PreferencesChange } from "../outbox/changes";

/** Changes settings of the household. The app announces a refusal. */
export function saveSettings(preferences: PreferencesChange): void {
  void outbox.submit({ kind: "preferences.update", preferences });
}

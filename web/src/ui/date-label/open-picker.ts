/** Focuses a field for a day, and opens its calendar on a phone, where the focus alone does not. */
export function openPicker(field: HTMLInputElement | null | undefined): void {
  field?.focus();
  if (!matchMedia("(pointer: coarse)").matches) return;
  try {
    field?.showPicker();
  } catch {
    // Not supported, or not allowed without a tap; a tap on the field opens it.
  }
}

/** Focuses a date field, and opens its calendar on touch screens. */
export function openPicker(field: HTMLInputElement | null | undefined): void {
  field?.focus();
  if (!matchMedia("(pointer: coarse)").matches) return;
  try {
    field?.showPicker();
  } catch {
    // Not supported, or not allowed without a tap.
  }
}

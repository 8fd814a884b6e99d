import type { Device } from "../../api/types";

// The server's limits.
export const MAX_DEVICE_NAME_LENGTH = 60;
export const MAX_PERSON_LENGTH = 40;

/** Returns a device's name for use outside of lists: "Anna (iPhone, Safari)". */
export function deviceLabel({ name, person }: Pick<Device, "name" | "person">, unnamed: string): string {
  return person ? `${person} (${name || unnamed})` : name || unnamed;
}

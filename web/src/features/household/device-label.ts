import type { Device } from "../../api/types";

/** Returns a device's name for use outside of lists: "Anna (iPhone, Safari)". */
export function deviceLabel({ name, person }: Pick<Device, "name" | "person">, unnamed: string): string {
  return person ? `${person} (${name || unnamed})` : name || unnamed;
}

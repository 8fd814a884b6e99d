import type { Device } from "../../api/types";

/** What a device is called where it is not seen beside others: "Anna (iPhone, Safari)". */
export function deviceLabel({ name, person }: Pick<Device, "name" | "person">, unnamed: string): string {
  return person ? `${person} (${name || unnamed})` : name || unnamed;
}

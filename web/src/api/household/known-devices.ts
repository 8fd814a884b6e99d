import { storage } from "../../lib/storage";
import type { Device } from "../types";

/** The devices that this browser's person has heard of, so that one that joins is told of once: "uid id id …". */
const KEY = "larder.known-devices";

/** Notes the devices, and says which of them are new. Who looks for the first time is told of none. */
export function newDevices(uid: string, devices: readonly Device[]): readonly Device[] {
  const [whose, ...ids] = (storage.get(KEY) ?? "").split(" ");
  storage.set(KEY, [uid, ...devices.map(({ id }) => id)].join(" "));
  return whose === uid ? devices.filter(({ id, isThisDevice }) => !isThisDevice && !ids.includes(id)) : [];
}

export function forgetKnownDevices(uids: readonly string[]): void {
  if (uids.includes((storage.get(KEY) ?? "").split(" ")[0] ?? "")) storage.remove(KEY);
}

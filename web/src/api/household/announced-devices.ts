import { storage } from "../../lib/browser/storage";
import type { Device } from "../types";

/** The devices of the larder as "uid id id …", so that a new one is announced once. */
const KEY = "larder.known-devices";

/** Stores the devices and returns the new ones; none the first time. */
export function newDevices(uid: string, devices: readonly Device[]): readonly Device[] {
  const [storedUid, ...ids] = (storage.get(KEY) ?? "").split(" ");
  storage.set(KEY, [uid, ...devices.map(({ id }) => id)].join(" "));
  return storedUid === uid ? devices.filter(({ id, isThisDevice }) => !isThisDevice && !ids.includes(id)) : [];
}

export function forgetKnownDevices(uids: readonly string[]): void {
  if (uids.includes((storage.get(KEY) ?? "").split(" ")[0] ?? "")) storage.remove(KEY);
}

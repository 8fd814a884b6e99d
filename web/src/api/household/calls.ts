import { describeDevice } from "../../lib/browser/device";
import { newId } from "../../lib/state/ids";
import { request } from "../client";
import type { CopyResult, Device, LinkState, Role, Schemas } from "../types";

/* Household requests. They do not use the outbox: they are sent now or fail visibly. */

const post = <T>(path: string, body: unknown = {}) =>
  request<T>(`/api/household/${path}`, { method: "POST", body, idempotencyKey: newId() });
const postUnauthenticated = <T>(path: string, body: unknown) =>
  request<T>(`/api/household/${path}`, { method: "POST", body, authentication: "none" });
/** The description of this device: the server uses that of a device that joins, and of a larder's first device. */
const ownDevice = () => ({ device: describeDevice() });

export const openLink = (role: Role) => post<Schemas["OpenedLink"]>("links", { ...ownDevice(), role });
export const linkState = (id: string, signal: AbortSignal) =>
  request<LinkState>(`/api/household/links/${encodeURIComponent(id)}`, { signal });
export const confirmLink = (id: string, digits: string) =>
  post<LinkState>(`links/${encodeURIComponent(id)}/confirm`, { digits });
export const closeLink = (id: string) =>
  request(`/api/household/links/${encodeURIComponent(id)}`, { method: "DELETE" });

export const updateDevice = (id: string, changes: Schemas["UpdateDeviceRequest"]) =>
  request<Device>(`/api/household/devices/${encodeURIComponent(id)}`, {
    method: "PATCH",
    body: changes,
    idempotencyKey: newId(),
  });
/** `keepLinks` keeps the calendar link and shared lists of removed devices, which end otherwise. */
interface Removal {
  keepLinks?: boolean;
}
const withKeepLinks = (path: string, { keepLinks = false }: Removal) => (keepLinks ? `${path}?keepLinks=true` : path);

export const removeDevice = (id: string, { token, ...removal }: Removal & { token?: string } = {}) =>
  request(withKeepLinks(`/api/household/devices/${encodeURIComponent(id)}`, removal), {
    method: "DELETE",
    ...(token !== undefined && { authentication: { token } }),
  });
export const removeOtherDevices = (removal: Removal = {}) =>
  post<{ ended: number }>(withKeepLinks("devices/end-others", removal));
export const createRecoveryCode = () => post<Schemas["RecoveryCode"]>("recovery", ownDevice());
/** Confirms that the user saved the code; older codes stop working. */
export const confirmRecoveryCode = (code: string) => post<Schemas["RecoveryView"]>("recovery/confirm", { code });
export const createInstallPass = () => post<Schemas["InstallPass"]>("install-pass", ownDevice());
/** Copies the data of `idToken`'s account into the larder of `into`; a dry run only counts. */
export const copyData = (into: string, idToken: string, dryRun: boolean) =>
  request<CopyResult>("/api/household/bring", {
    method: "POST",
    body: { idToken, dryRun },
    authentication: { token: into },
    idempotencyKey: newId(),
    timeoutMs: 60_000,
  });

/**
 * Redeems what opens a larder: the secret or typed code of a link, a recovery code, an install pass, a set-up link, or
 * the ticket of an earlier answer. Can be repeated, so that a lost response does not lose the larder.
 */
export const join = (credential: string) =>
  postUnauthenticated<Schemas["JoinResult"]>("join", { credential, ...ownDevice() });

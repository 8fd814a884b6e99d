import { describeDevice } from "../../lib/browser/device";
import { newId } from "../../lib/state/ids";
import { request } from "../client";
import type { BringResult, Device, LinkState, Schemas } from "../types";

/** Household requests. None is queued: they happen now or fail visibly. */
const post = <T>(path: string, body: unknown = {}) =>
  request<T>(`/api/household/${path}`, { method: "POST", body, idempotencyKey: newId() });
const postUnauthenticated = <T>(path: string, body: unknown) =>
  request<T>(`/api/household/${path}`, { method: "POST", body, authentication: "none" });
/** The first device of a larder describes itself when it first opens another way in. */
const ownDevice = () => ({ device: describeDevice() });

export const openLink = () => post<Schemas["OpenedLink"]>("links", ownDevice());
export const linkState = (id: string, signal: AbortSignal) =>
  request<LinkState>(`/api/household/links/${encodeURIComponent(id)}`, { signal });
export const confirmLink = (id: string, digits: string) =>
  post<LinkState>(`links/${encodeURIComponent(id)}/confirm`, { digits });
export const closeLink = (id: string) =>
  request(`/api/household/links/${encodeURIComponent(id)}`, { method: "DELETE" });

export const renameDevice = (id: string, names: Schemas["RenameDeviceRequest"]) =>
  request<Device>(`/api/household/devices/${encodeURIComponent(id)}`, {
    method: "PATCH",
    body: names,
    idempotencyKey: newId(),
  });
export const endDevice = (id: string, token?: string) =>
  request(`/api/household/devices/${encodeURIComponent(id)}`, {
    method: "DELETE",
    ...(token !== undefined && { authentication: { token } }),
  });
export const endOthers = () => post<{ ended: number }>("devices/end-others");
export const makeRecoveryCode = () => post<Schemas["RecoveryCode"]>("recovery", ownDevice());
/** The user saved the code: the older ones end. */
export const confirmRecoveryCode = (code: string) => post<Schemas["RecoveryView"]>("recovery/confirm", { code });
export const mintInstallPass = () => post<Schemas["InstallPass"]>("install-pass", ownDevice());
/** Copies the data of `idToken`'s account into the larder of `into`; a dry run only counts. */
export const bring = (into: string, idToken: string, dryRun: boolean) =>
  request<BringResult>("/api/household/bring", {
    method: "POST",
    body: { idToken, dryRun },
    authentication: { token: into },
    idempotencyKey: newId(),
    timeoutMs: 60_000,
  });

/** The credential of the request: a scanned link or a typed code. */
export const ask = (by: { secret: string } | { code: string }) =>
  postUnauthenticated<Schemas["JoinTicket"]>("links/ask", { ...by, ...ownDevice() });
export const collect = (ticket: string) => postUnauthenticated<Schemas["CollectedToken"]>("links/collect", { ticket });
/** Can be repeated until the device is seen with its tokens, so that a lost answer loses no larder. */
export const recover = (code: string) =>
  postUnauthenticated<Schemas["RecoverResult"]>("recover", { code, ...ownDevice() });
export const redeemInstallPass = (pass: string) =>
  postUnauthenticated<Schemas["InstallResult"]>("install", { pass, ...ownDevice() });

import { vi } from "vitest";

/** A request that the site has sent. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly token: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Replaces fetch by a handler. Returns the list of requests, which grows with each one. */
export function mockFetch(handler: (sent: SentRequest) => Response | Promise<Response>): SentRequest[] {
  const requests: SentRequest[] = [];
  vi.stubGlobal("fetch", async (path: string, { method = "GET", headers, body, signal }: RequestInit = {}) => {
    const sent = {
      method,
      path,
      key: new Headers(headers).get("Idempotency-Key") ?? "",
      token: new Headers(headers).get("Authorization") ?? "",
      body: typeof body === "string" ? (JSON.parse(body) as SentRequest["body"]) : {},
      signal: signal as AbortSignal,
    };
    requests.push(sent);
    return handler(sent);
  });
  return requests;
}

/** Returns an error response in the format of the API. */
export const errorResponse = (status: number, error: string, message = "No.", headers: Record<string, string> = {}) =>
  Response.json({ error, message }, { status, headers });

/** Sets whether the browser is offline. */
export const setOffline = (isOffline: boolean) => vi.spyOn(navigator, "onLine", "get").mockReturnValue(!isOffline);

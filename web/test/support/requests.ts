import { vi } from "vitest";

/** A request that the site has sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly token: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Answers the site's requests, and returns them. */
export function answerRequests(answer: (sent: Sent) => Response | Promise<Response>): Sent[] {
  const all: Sent[] = [];
  vi.stubGlobal("fetch", async (path: string, { method = "GET", headers, body, signal }: RequestInit = {}) => {
    const sent = {
      method,
      path,
      key: new Headers(headers).get("Idempotency-Key") ?? "",
      token: new Headers(headers).get("Authorization") ?? "",
      body: typeof body === "string" ? (JSON.parse(body) as Sent["body"]) : {},
      signal: signal as AbortSignal,
    };
    all.push(sent);
    return answer(sent);
  });
  return all;
}

/** Returns an answer with an error, as the server gives it. */
export const refusal = (status: number, error: string, message = "No.", headers: Record<string, string> = {}) =>
  Response.json({ error, message }, { status, headers });

/** Sets whether the browser is connected. */
export const offline = (is: boolean) => vi.spyOn(navigator, "onLine", "get").mockReturnValue(!is);

import { answerNotification } from "./notification-click";

/** A digest as `shared/src/push/message.rs` sends it. */
export interface Digest {
  readonly title: string;
  readonly body: string;
  /** One a day: a later message of the same day takes the place of the earlier one. */
  readonly tag: string;
  readonly url: string;
  readonly count: number;
  /** The most urgent first; at most 16 of `count`. */
  readonly items: readonly { readonly id: string; readonly name: string }[];
}

/** The DOM types leave actions out, since not every browser has them. */
type WithActions = NotificationOptions & { actions?: readonly { action: string; title: string }[] };

const german = (): boolean => navigator.language.toLowerCase().startsWith("de");

/** Where reminders arrive: shows the day's digest, and takes the answer to it. */
export function listenForPushes(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener("push", (event) => {
    // A browser takes the permission away from a site that shows nothing, so what cannot be read is shown as well.
    event.waitUntil(showDigest(scope, readDigest(event.data)));
  });
  scope.addEventListener("notificationclick", (event) => event.waitUntil(answerNotification(scope, event)));
}

function readDigest(data: PushMessageData | null): Digest | null {
  try {
    const value = data?.json() as Partial<Digest> | null | undefined;
    const whole = value && typeof value.tag === "string" && typeof value.body === "string" && Array.isArray(value.items);
    return whole ? (value as Digest) : null;
  } catch {
    return null;
  }
}

export async function showDigest(scope: ServiceWorkerGlobalScope, digest: Digest | null): Promise<void> {
  const title = german() ? "Bevor es verdirbt" : (digest?.title ?? "Before it spoils");
  const first = digest?.items[0];
  const options: WithActions = {
    body: digest ? text(digest) : german() ? "Etwas sollte bald gegessen werden." : "Something wants to be eaten soon.",
    tag: digest?.tag ?? "due",
    icon: "/icons/icon-192.png",
    data: digest,
    // The actions are about the most urgent thing; the notification then goes on with the next one.
    ...(first ? { actions: actions(first.name) } : {}),
  };
  await scope.registration.showNotification(title, options);
}

function text(digest: Digest): string {
  if (!german()) return digest.body;
  const named = digest.items.slice(0, 5).map(({ name }) => name);
  const more = digest.count - named.length;
  const things = digest.count === 1 ? "1 Sache" : `${digest.count} Sachen`;
  return `Heute zu essen: ${things}: ${named.join(", ")}${more > 0 ? ` und ${more} weitere` : ""}`;
}

function actions(name: string): readonly { action: string; title: string }[] {
  return german()
    ? [{ action: "used", title: `Gegessen: ${name}` }, { action: "tossed", title: `Weggeworfen: ${name}` }, { action: "later", title: "Später" }]
    : [{ action: "used", title: `Used: ${name}` }, { action: "tossed", title: `Tossed: ${name}` }, { action: "later", title: "Later" }];
}

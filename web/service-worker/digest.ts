import translations from "virtual:translations/push";
import { values } from "../src/lib/browser/database";

interface DueItem {
  readonly id: string;
  readonly name: string;
  /** The calendar days left when the message was written; negative for expired food. Earlier servers did not send it. */
  readonly daysLeft?: number;
  /** True if the date is a printed best-before date. Earlier servers did not send it. */
  readonly isBestBefore?: boolean;
}

/** A day's reminder as the server sends it. */
export interface Digest {
  readonly title: string;
  /** The digest's text in English; empty if the notification is shown again after an answer. */
  readonly body: string;
  /** The same for all messages of a day: a later one replaces the earlier one. */
  readonly tag: string;
  readonly url: string;
  readonly count: number;
  /** The most urgent first; at most 16 of `count`. */
  readonly items: readonly DueItem[];
  /** True if the message replaces the day's reminder after another device has used an item; it may have no items. */
  readonly correction?: boolean;
  /** True for a test message, which is sent although nothing is due. */
  readonly test?: boolean;
}

/** The DOM types have no actions, since not every browser supports them. */
type WithActions = NotificationOptions & { actions?: readonly { action: string; title: string }[] };

const MAX_NAMES = 5;

/** Returns the texts in the language that the app has stored (`lib/language/i18n.ts`), or in the browser's. */
async function loadTexts(): Promise<Sentences["push"]> {
  const chosen = await values.get("language").catch(() => undefined);
  const language = typeof chosen === "string" ? chosen : navigator.language.slice(0, 2).toLowerCase();
  return (translations as Readonly<Record<string, Sentences["push"]>>)[language] ?? translations.en;
}

/** Returns a text such as "Milk (2 days left)". */
function withExpiry(t: Sentences["push"], { name, daysLeft, isBestBefore }: DueItem): string {
  if (typeof daysLeft !== "number") return name;
  if (daysLeft >= 0) return t.named(name, daysLeft);
  return isBestBefore ? t.namedBestBefore(name) : t.namedExpired(name);
}

function bodyOf(t: Sentences["push"], digest: Digest | null): string {
  if (!digest) return t.unknown;
  const names = digest.items.slice(0, MAX_NAMES).map((item) => withExpiry(t, item));
  if (names.length > 0) return t.text(digest.count, names.join(", "), digest.count - names.length);
  if (digest.test) return t.test;
  return digest.count === 0 ? t.none : t.unknown;
}

/** Shows a reminder. For an invalid message (null), shows that one arrived. */
export async function showDigest(
  scope: ServiceWorkerGlobalScope,
  digest: Digest | null,
  silent = false,
): Promise<void> {
  const t = await loadTexts();
  // Stored by the app (`api/household/role.ts`): this device may only look and tick.
  const isLooker = Boolean(await values.get("role").catch(() => undefined));
  const first = digest?.items[0];
  const options: WithActions = {
    body: bodyOf(t, digest),
    silent,
    tag: digest?.tag ?? "due",
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    data: digest,
    // The actions are for the most urgent item; the notification then shows the next one.
    ...(first && {
      actions: [
        { action: "used", title: t.used(first.name) },
        { action: "tossed", title: t.tossed(first.name) },
        { action: "later", title: t.later },
      ].filter(({ action }) => action === "later" || !isLooker),
    }),
  };
  await scope.registration.showNotification(t.title, options);
}

/** Removes items from the shown reminder that are no longer active. The same tag replaces it without a sound. */
export async function updateDigest(scope: ServiceWorkerGlobalScope, activeIds: ReadonlySet<string>): Promise<void> {
  for (const notification of await scope.registration.getNotifications()) {
    const digest = notification.data as Digest | null;
    const items = digest?.items.filter(({ id }) => activeIds.has(id)) ?? [];
    const removed = (digest?.items.length ?? 0) - items.length;
    if (!digest || removed === 0) continue;
    if (digest.count > removed) await showDigest(scope, { ...digest, items, count: digest.count - removed, body: "" });
    else notification.close();
  }
}

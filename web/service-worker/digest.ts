import translations from "virtual:translations/push";
import { values } from "../src/lib/browser/database";
import { daysLeft } from "../src/lib/domain/freshness";

interface DueItem {
  readonly id: string;
  readonly name: string;
  /** Messages of earlier servers have none. */
  readonly expiresAt?: string;
}

/** A day's reminder as the server sends it. */
export interface Digest {
  readonly title: string;
  /** The digest's text in English; empty if the notification is shown again after an answer. */
  readonly body: string;
  /** One a day: a later message of the same day replaces the earlier one. */
  readonly tag: string;
  readonly url: string;
  readonly count: number;
  /** The most urgent first; at most 16 of `count`. */
  readonly items: readonly DueItem[];
  /** The rest of the day's reminder after another device used something; may be empty. */
  readonly correction?: boolean;
  /** Sent because the user asked for a test, although nothing is due. */
  readonly test?: boolean;
}

/** The DOM types leave actions out, since not every browser has them. */
type WithActions = NotificationOptions & { actions?: readonly { action: string; title: string }[] };

const NAMED = 5;

/** The app's language, which it leaves in the database (`lib/language/i18n.ts`); the browser's if it never did. */
async function words(): Promise<Sentences["push"]> {
  const chosen = await values.get("language").catch(() => undefined);
  const language = typeof chosen === "string" ? chosen : navigator.language.slice(0, 2).toLowerCase();
  return (translations as Readonly<Record<string, Sentences["push"]>>)[language] ?? translations.en;
}

/** Returns the name and when the item expires, as in "Milk (2 days left)". */
function withExpiry(t: Sentences["push"], { name, expiresAt }: DueItem): string {
  if (typeof expiresAt !== "string" || Number.isNaN(Date.parse(expiresAt))) return name;
  return t.named(name, Math.max(0, daysLeft(expiresAt, new Date())));
}

/** Shows a reminder; for an unreadable message, a text that one arrived. */
export async function showDigest(
  scope: ServiceWorkerGlobalScope,
  digest: Digest | null,
  silent = false,
): Promise<void> {
  const t = await words();
  const first = digest?.items[0];
  const named = digest?.items.slice(0, NAMED).map((item) => withExpiry(t, item)) ?? [];
  const options: WithActions = {
    body:
      digest && first
        ? t.text(digest.count, named.join(", "), digest.count - named.length)
        : digest?.test
          ? t.test
          : digest?.count === 0
            ? t.none
            : t.unknown,
    silent,
    tag: digest?.tag ?? "due",
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    data: digest,
    // The actions are about the most urgent item; the notification then shows the next one.
    ...(first && {
      actions: [
        { action: "used", title: t.used(first.name) },
        { action: "tossed", title: t.tossed(first.name) },
        { action: "later", title: t.later },
      ],
    }),
  };
  await scope.registration.showNotification(t.title, options);
}

/** Removes items from the shown reminder that are no longer in the larder. The same tag replaces it without a sound. */
export async function tidyDigest(scope: ServiceWorkerGlobalScope, active: ReadonlySet<string>): Promise<void> {
  for (const notification of await scope.registration.getNotifications()) {
    const digest = notification.data as Digest | null;
    const items = digest?.items.filter(({ id }) => active.has(id)) ?? [];
    const gone = (digest?.items.length ?? 0) - items.length;
    if (!digest || gone === 0) continue;
    if (digest.count > gone) await showDigest(scope, { ...digest, items, count: digest.count - gone, body: "" });
    else notification.close();
  }
}

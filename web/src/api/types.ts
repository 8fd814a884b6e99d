import type { components } from "./generated";

/**
 * The wire's entities by their names in the specification §3. Their shapes are the server's own (`generated.ts` comes from its OpenAPI description); here stands only
 * what the client needs otherwise.
 */
export type Schemas = components["schemas"];

/** What a client that writes says of each field: the description lets any be left out or null, since the server judges that itself. */
type Said<T> = { [K in keyof T]-?: NonNullable<T[K]> };

/** A thing that this client made is shown before the server has seen it, and lacks what only the server knows. */
type OwnOrServers<T, Servers extends keyof T> = Omit<T, Servers> & Partial<Pick<T, Servers>>;

export type Freshness = Schemas["Freshness"];
export type ItemStatus = Schemas["ItemStatus"];
export type Outcome = Schemas["Outcome"];
export type DeletableStatus = "all" | Freshness;
export type GroceryItem = OwnOrServers<Schemas["ItemView"], "changedAt">;
export type ScanSession = Schemas["SessionView"];
export type ShoppingListItem = Schemas["ListItemView"];
export type Preferences = Omit<Schemas["PreferencesView"], "id" | "userId">;
export type UploadLimit = Schemas["UploadLimit"];
export type Statistics = Schemas["Statistics"];
export type StatisticsWeek = Schemas["WeekView"];
export type Message = Schemas["Message"];
export type ExtractResponse = Schemas["Extracted"];
export type ReceiptUpload = Schemas["ReceiptUpload"];
export type CommonItem = Schemas["CommonItem"];
export type CommonCategory = Schemas["CommonCategory"];
export type ShareCreated = Schemas["ShareCreated"];
export type ShareRequest = Said<Pick<Schemas["ShareRequest"], "shareType" | "title" | "description" | "ownerName">> & Partial<Said<Pick<Schemas["ShareRequest"], "selectedItemIds">>>;
export type SharedList = Schemas["SharedList"];
export type SharedItem = Schemas["SharedListItem"];
export type PushSubscriptionRequest = Said<Omit<Schemas["SubscriptionRequest"], "keys">> & { keys: Said<Schemas["SubscriptionKeys"]> };

/** What a refusal for a known receipt has beside its error (specification §8); errors are no schema of their own. */
export interface DuplicateReceipt {
  existingSessionId: ScanSession["id"];
  existingItems: GroceryItem[];
}

import type { components } from "./generated";

/**
 * The API's entities by their names in the specification §3. Their shapes come from the server's OpenAPI description
 * (`generated.ts`); this file only adds what the client needs.
 */
export type Schemas = components["schemas"];

/**
 * Makes all fields of a request required. In the OpenAPI description they are optional, because the server validates
 * them.
 */
type ClientBody<T> = { [K in keyof T]-?: NonNullable<T[K]> };

/** Makes the fields optional that only the server sets: the client shows new rows before the server's response. */
type WithOptional<T, ServerFields extends keyof T> = Omit<T, ServerFields> & {
  [K in ServerFields]?: T[K] | undefined;
};

export type Freshness = Schemas["Freshness"];
export type Outcome = Schemas["Outcome"];
export type DeletableStatus = "all" | Freshness;
/** The site counts the days left itself, because time passes offline. */
export type GroceryItem = Omit<
  WithOptional<Schemas["ItemView"], "changedAt" | "storage" | "past" | "version">,
  "daysLeft"
>;
export type ScanSession = Schemas["SessionView"];
/** A receipt's data: its sum, its lines' positions on the photos, and the skipped lines. */
export type Receipt = Schemas["ReceiptView"];
export type SkippedLine = Schemas["SkippedLineView"];
/** A position on a photo, as fractions of its width and height. */
export type PhotoArea = Schemas["PhotoArea"];
/** A date that is printed on food, and where it is on the picture. */
export type PrintedDate = Schemas["PrintedDate"];
export type ShoppingListItem = WithOptional<Schemas["ListItemView"], "version">;
export type Preferences = Omit<Schemas["PreferencesView"], "id" | "userId">;
/** A setting of the household, which its devices can change. `describe-change.ts` has a name for each. */
export type Setting = keyof Preferences & keyof Schemas["PreferencesUpdate"];
/** The amount is missing in what an earlier version stored. */
export type LearntCode = Pick<Schemas["CodeView"], "code" | "name" | "category" | "unit"> &
  Partial<Pick<Schemas["CodeView"], "quantity">>;
export type UploadLimit = Schemas["UploadLimit"];
export type Statistics = Schemas["Statistics"];
export type StatisticsWeek = Schemas["WeekView"];
export type StatisticsMonth = Schemas["MonthView"];
export type Household = Schemas["HouseholdView"];
export type Device = Schemas["DeviceView"];
/** What a device may do. */
export type Role = Schemas["Role"];
export type LinkState = Schemas["LinkView"];
/** The counts of data that is, or would be, copied from another account. */
export type CopyResult = Schemas["BringResult"];
export type Message = Schemas["Message"];
export type CheckResult = Schemas["CheckResult"];
export type ExtractResponse = Schemas["ExtractResult"];
export type ReceiptUpload = Schemas["ReceiptUpload"];
export type CommonCategory = Schemas["CommonCategory"];
export type ShareCreated = Schemas["ShareCreated"];
export type ShareRequest = ClientBody<
  Pick<Schemas["ShareRequest"], "shareType" | "title" | "description" | "ownerName">
> &
  Partial<ClientBody<Pick<Schemas["ShareRequest"], "selectedItemIds">>>;
export type SharedList = Schemas["SharedList"];
export type SharedItem = Schemas["SharedListItem"];
export type PushSubscriptionRequest = ClientBody<Omit<Schemas["SubscriptionRequest"], "keys">> & {
  keys: ClientBody<Schemas["SubscriptionKeys"]>;
};

/** The fields of the error for a known receipt (specification §8), which has no schema. */
export interface DuplicateReceipt {
  existingSessionId: ScanSession["id"];
  existingItems: GroceryItem[];
}
export type ImportFile = Partial<
  ClientBody<Pick<Schemas["ImportFile"], "text" | "fileKey" | "target" | "language" | "hasHeader" | "dayOrder">>
> & {
  columns?: readonly (ImportField | null)[] | undefined;
  list?: string | undefined;
};
export type ImportField = Schemas["Field"];
export type ImportDayOrder = Schemas["DayOrder"];
export type ImportTarget = Schemas["Target"];
export type ImportPreview = Schemas["ImportPreview"];
export type ImportUpload = Schemas["ImportUpload"];
export type ImportedFile = Schemas["ImportedFile"];
export type LastImport = Schemas["LastImport"];
export type CalendarCreated = Schemas["CalendarCreated"];
export type CalendarView = Schemas["CalendarView"];
export type ProgramToken = Schemas["TokenView"];
export type ProgramTokenMade = Schemas["TokenCreated"];
export type ProgramScope = Schemas["Scope"];

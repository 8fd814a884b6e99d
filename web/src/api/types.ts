import type { Freshness } from "../lib/domain/freshness";
import type { components } from "./generated";

/** The wire's entities by their names in the specification §3. Times are ISO-8601 UTC strings. */
export type ItemStatus = "active" | "archived" | "deleted";

/** What became of an item, where somebody said so. */
export type Outcome = "used" | "tossed";

export interface GroceryItem {
  id: string;
  userId: string;
  scanSessionId: string | null;
  name: string;
  category: string;
  quantity: number;
  unit: string;
  shelfLifeDays: number;
  createdAt: string;
  expiresAt: string;
  status: Freshness;
  itemStatus: ItemStatus;
  outcome?: Outcome | null;
  notes?: string | null;
}

/** An item as the reader found it. */
export interface ExtractedItem extends GroceryItem {
  rawText?: string;
  confidence?: number;
}

export interface ScanSession {
  id: string;
  userId: string;
  scannedAt: string;
  itemCount: number;
  textHash?: string;
}

export interface ShoppingListItem {
  id: string;
  userId: string;
  name: string;
  category: string;
  quantity: number;
  unit: string;
  isCompleted: boolean;
  addedAt: string;
  completedAt: string | null;
  notes?: string | null;
}

export interface Preferences {
  pushNotificationsEnabled: boolean;
  notificationTime: string;
  timeZone?: string | null;
  lastNotificationCheck?: string | null;
}

export interface UploadLimit {
  remainingUploads: number;
  monthlyLimit: number;
  allowed: boolean;
}

export type Statistics = components["schemas"]["Statistics"];
export type StatisticsWeek = components["schemas"]["WeekView"];

export interface Message {
  message: string;
}

export interface ExtractResponse extends Message {
  sessionId: string;
  items: ExtractedItem[];
  itemCount: number;
  /** What stood on the receipt but is neither food nor drink. */
  skipped?: { rawText: string; name?: string }[];
}

export interface ReceiptUpload {
  receiptKey: string;
  uploadUrl: string;
}

export interface DuplicateReceipt {
  existingSessionId: string;
  existingItems: GroceryItem[];
}

export interface CommonItem {
  name: string;
  nameDe?: string;
  unit: string;
  shelfLifeDays: number;
}

export interface CommonCategory {
  category: string;
  items: CommonItem[];
}

export interface ShareCreated extends Partial<Message> {
  token: string;
  url: string;
}

export interface ShareRequest {
  shareType: "full" | "selected";
  title: string;
  description: string;
  ownerName: string;
  selectedItemIds?: string[];
}

export interface SharedItem {
  id: string;
  name: string;
  category: string;
  quantity: number;
  unit: string;
  notes?: string | null;
}

export interface SharedList {
  list: { title: string; description: string | null; ownerName: string; createdAt: string };
  items: SharedItem[];
}

export type DeletableStatus = "all" | Freshness;

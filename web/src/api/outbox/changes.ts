import type { OwnPlace } from "../../lib/domain/places";
import type { ItemFields } from "../item-fields";
import type {
  DeletableStatus,
  GroceryItem,
  LearntCode,
  Outcome,
  Preferences,
  Schemas,
  Setting,
  ShoppingListItem,
  SharedItem,
} from "../types";

/**
 * All changes that a user can make offline. A change is plain data: it can be stored, sent to another tab and delivered
 * later. `kinds.ts` says what each kind does.
 */
export type Change =
  | { kind: "item.create"; item: GroceryItem }
  /** `fields` are the changed ones, with their new values. */
  | { kind: "item.update"; item: GroceryItem; fields: ItemFields }
  | { kind: "item.archive"; item: GroceryItem }
  | { kind: "item.delete"; item: GroceryItem }
  /** Without `item` if the service worker made it from an answer to a reminder, which only has the id. */
  | { kind: "item.outcome"; itemId: string; outcome: Outcome; item?: GroceryItem }
  | { kind: "item.restore"; item: GroceryItem }
  /** Opened, frozen, thawed, moved, partly used, or the last of these undone; `item` has its new state. */
  | { kind: "item.state"; item: GroceryItem; event: Schemas["StateChange"] }
  /** `ids` are the items that the user saw. */
  | { kind: "items.deleteByStatus"; status: DeletableStatus; ids: readonly string[] }
  | { kind: "session.readd"; sessionId: string }
  | { kind: "session.toShoppingList"; sessionId: string }
  /** `back` for a removed row that is restored: at its old position, and completed if it was. */
  | { kind: "list.add"; item: ShoppingListItem; back?: true }
  /** Unticking has the version that the user saw, so that it does not undo a later change of another device. */
  | { kind: "list.toggle"; id: string; isCompleted: boolean; version?: number | undefined }
  /** Only the edited fields: another device may have changed the others. */
  | { kind: "list.update"; id: string; fields: Schemas["ListItemChange"] }
  | { kind: "list.remove"; id: string }
  | { kind: "list.clearCompleted"; ids: readonly string[] }
  | { kind: "list.clearAll"; ids: readonly string[] }
  /** The server refuses it, by the `token`, once the list is no longer shared. */
  | { kind: "list.import"; items: SharedItem[]; sharedBy: string; sharedAt: string; token: string }
  | { kind: "preferences.update"; preferences: PreferencesChange }
  /** The user's name for the product behind a barcode. */
  | { kind: "code.learn"; learnt: LearntCode }
  /** A photographed receipt; a long one has further photos, from top to bottom. */
  | { kind: "receipt.read"; photo: File; further?: readonly File[] };

export type PreferencesChange = Partial<Pick<Preferences, Exclude<Setting, "places">>> & {
  /** Places are changed one at a time, so that no device overwrites another device's places. */
  changedPlace?: OwnPlace;
  removedPlace?: string;
  /** The aisles that this device has moved in `aisles`: the server keeps the places that others gave the rest. */
  movedAisles?: string[];
};

export type ChangeKind = Change["kind"];

export function isReceipt({ kind }: Change): boolean {
  return kind === "receipt.read";
}

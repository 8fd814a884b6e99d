import { outbox } from "../../../api/outbox/outbox";
import type { LearntCode } from "../../../api/types";

/** Mutations of what the whole household shares beside the list itself. */
function setAisles(aisles: readonly string[], moved?: ReadonlySet<string>): void {
  const preferences = { aisles: [...aisles], ...(moved && { movedAisles: [...moved] }) };
  void outbox.submit({ kind: "preferences.update", preferences });
}

/** Moves aisles to where `aisles` has them; without `moved` sets the whole order, or the usual one if it is empty. */
export const useSetAisles = (): typeof setAisles => setAisles;

function setListUsedUp(listUsedUp: boolean): void {
  void outbox.submit({ kind: "preferences.update", preferences: { listUsedUp } });
}

/** Turns on or off that what is used up is put on the list. */
export const useSetListUsedUp = (): typeof setListUsedUp => setListUsedUp;

function learnCode(learnt: LearntCode): void {
  void outbox.submit({ kind: "code.learn", learnt });
}

/** Remembers the household's name for the product behind a barcode. */
export const useLearnCode = (): typeof learnCode => learnCode;

import { MAX_QUANTITY } from "../../../lib/domain/limits";

/** Parses a whole number from 1 to the maximum quantity; unreadable input is 1 (specification §5). */
export function parseQuantity(text: string): number {
  const value = Number.parseInt(text, 10);
  return Number.isFinite(value) ? Math.min(MAX_QUANTITY, Math.max(1, value)) : 1;
}

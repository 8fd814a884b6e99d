/* The server's limits of items and list rows; `ui/item-fields/model.test.ts` compares them with its API. */

export const MAX_QUANTITY = 100_000;
export const MAX_SHELF_LIFE_DAYS = 3_650;

/** The programs whose files an import recognises, by the server's names. Documents and texts name them nowhere else. */
export const IMPORT_PROGRAMS = {
  larder: "Larder",
  evershelf: "EverShelf",
  kitchenowl: "KitchenOwl",
  grocy: "Grocy",
  mealie: "Mealie",
  tandoor: "Tandoor",
  bring: "Bring!",
  keep: "Google Keep",
  ticktick: "TickTick",
  todoist: "Todoist",
} as const;

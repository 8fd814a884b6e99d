import { plural } from "../../lib/i18n";

export const archive = {
  title: "Archived & Deleted Items",
  list: "Archived and deleted items",
  archived: "Archived",
  deleted: "Deleted",
  count: (n: number) => plural("en", n, { one: "1 item", other: `${n} items` }),
  restoreNamed: (name: string) => `Restore ${name}`,
  restored: (n: number, name: string) => plural("en", n, { one: `${name} is back in your larder`, other: `${n} items are back in your larder` }),
  emptyTitle: "Nothing put away yet",
  emptyText: "What you archive or delete is kept here, and you can bring it back at any time.",
  refreshFailed: "This list could not be brought up to date. You see it as it was last time.",
};

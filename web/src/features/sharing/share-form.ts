import type { ShareRequest } from "../../api/types";

// The server's limits.
export const MAX_OWNER_NAME_LENGTH = 60;
export const MAX_TITLE_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 500;

/** The fields of the share form (specification §5). */
export interface ShareFields {
  ownerName: string;
  title: string;
  description: string;
  shareType: "full" | "selected";
  selected: ReadonlySet<string>;
}

export type ShareProblem = "name" | "selection";

/** Returns the first problem of the fields; null if the list can be shared. */
export function problemOf(fields: ShareFields): ShareProblem | null {
  if (fields.ownerName.trim() === "") return "name";
  if (fields.shareType === "selected" && fields.selected.size === 0) return "selection";
  return null;
}

/** Returns the body of the request, with the default title if none was typed. */
export function shareRequest(fields: ShareFields, defaultTitle: string): ShareRequest {
  return {
    shareType: fields.shareType,
    title: fields.title.trim() || defaultTitle,
    description: fields.description.trim(),
    ownerName: fields.ownerName.trim(),
    ...(fields.shareType === "selected" && { selectedItemIds: [...fields.selected] }),
  };
}

import type { ShareRequest } from "../../api/types";

/** The fields of the share form (specification §5). */
export interface ShareFields {
  ownerName: string;
  title: string;
  description: string;
  shareType: "full" | "selected";
  selected: ReadonlySet<string>;
}

export type ShareProblem = "name" | "selection";

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

import { useRef } from "react";
import { useMutation } from "@tanstack/react-query";
import { request } from "../../api/client";
import { sendWaitingChanges } from "../../api/household/moves";
import type { ShareCreated, ShareRequest } from "../../api/types";
import { auth } from "../../lib/auth/auth";
import { rememberShare } from "../../lib/own-shares";
import { newId } from "../../lib/state/ids";
import { failureText } from "../../ui/text/failure-text";
import { useCommon } from "../../ui/text/strings";
import { showToast } from "../../ui/toasts";
import { useSharingStrings } from "virtual:strings/sharing";

/** The time for which sharing waits for unsent changes. */
const MAX_WAIT_MS = 5_000;

export type NewShare = ShareCreated & { title: string };

/** Returns a mutation that shares the list by a link, and remembers the link on this device. */
export function useCreateShare(onCreated: (share: NewShare, request: ShareRequest) => void) {
  const common = useCommon();
  const t = useSharingStrings();
  const attempt = useRef<{ body: string; key: string } | null>(null);
  return useMutation({
    mutationFn: async (body: ShareRequest) => {
      // A share is a copy, which rows that are sent later do not join.
      if ((await sendWaitingChanges(MAX_WAIT_MS, ({ kind }) => kind.startsWith("list."))) > 0) return null;
      // A repeated request for the same form has the same key, so that it creates no second share.
      const text = JSON.stringify(body);
      if (attempt.current?.body !== text) attempt.current = { body: text, key: newId() };
      return request<ShareCreated>("/api/shopping-list/share", {
        method: "POST",
        body,
        idempotencyKey: attempt.current.key,
      });
    },
    onSuccess: (created, body) => {
      if (created === null) return showToast({ tone: "danger", title: t.failed, text: t.unsent });
      attempt.current = null;
      const now = new Date();
      const { title } = body;
      rememberShare(
        { uid: auth.state().uid ?? "", token: created.token, url: created.url, title, createdAt: now.toISOString() },
        now,
      );
      onCreated({ ...created, title }, body);
    },
    onError: (error) => showToast({ tone: "danger", title: t.failed, text: failureText(error) ?? common.tryAgain }),
  });
}

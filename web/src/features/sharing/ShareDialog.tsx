import { useState } from "react";
import type { ShareCreated, ShoppingListItem } from "../../api/types";
import { ShareForm } from "./ShareForm";
import { ShareResult } from "./ShareResult";

/** Shares the list by a link: shows a form, then the created link. */
export default function ShareDialog({ items, onClose }: { items: readonly ShoppingListItem[]; onClose: () => void }) {
  const [created, setCreated] = useState<(ShareCreated & { title: string }) | null>(null);
  return created ? (
    <ShareResult share={created} onAnother={() => setCreated(null)} onClose={onClose} />
  ) : (
    <ShareForm items={items} onCreated={setCreated} onClose={onClose} />
  );
}

import { useState } from "react";
import type { ShoppingListItem } from "../../api/types";
import { ShareForm } from "./ShareForm";
import { ShareResult } from "./ShareResult";
import type { NewShare } from "./use-create-share";

/**
 * Shares the list by a link: asks for the owner's name the first time, and makes the link at once later. What is shared
 * and its title can be changed for another link.
 */
export default function ShareDialog({ items, onClose }: { items: readonly ShoppingListItem[]; onClose: () => void }) {
  const [created, setCreated] = useState<NewShare | null>(null);
  const [isAnother, setIsAnother] = useState(false);
  const makeAnother = () => {
    setIsAnother(true);
    setCreated(null);
  };
  return created ? (
    <ShareResult share={created} onAnother={makeAnother} onClose={onClose} />
  ) : (
    <ShareForm items={items} isInstant={!isAnother} onCreated={setCreated} onClose={onClose} />
  );
}

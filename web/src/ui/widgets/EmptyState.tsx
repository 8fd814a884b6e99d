import type { ReactNode } from "react";

/** The content of an empty screen: a drawing, a title, a text and an action. */
export function EmptyState({
  heading: Heading = "h2",
  art,
  title,
  text,
  action,
}: {
  heading?: "h1" | "h2";
  art?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="stack gap-16 mid text-center pad">
      {art !== undefined && (
        <div className="green" aria-hidden>
          {art}
        </div>
      )}
      <Heading>{title}</Heading>
      {text !== undefined && <p className="muted measure">{text}</p>}
      {action}
    </div>
  );
}

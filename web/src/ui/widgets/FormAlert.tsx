import { CircleAlert } from "lucide-react";

/** An error of a form that belongs to no single field. */
export function FormAlert({ title, text }: { title?: string; text: string }) {
  return (
    <div role="alert" className="flex gap-10 start expired wash notice">
      <CircleAlert size={20} aria-hidden />
      <p>
        {title !== undefined && <strong className="stack">{title}</strong>}
        {text}
      </p>
    </div>
  );
}

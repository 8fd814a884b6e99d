import { CircleAlert } from "lucide-react";

/** The error of a form as a whole, shown in the form. */
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

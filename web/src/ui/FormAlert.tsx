import { CircleAlert } from "lucide-react";
import styles from "./FormAlert.module.css";

/** The error of a form as a whole, shown in the form. */
export function FormAlert({ title, text }: { title?: string; text: string }) {
  return (
    <div role="alert" className={styles.alert}>
      <CircleAlert size={20} aria-hidden />
      <p>
        {title !== undefined && <strong>{title}</strong>}
        {text}
      </p>
    </div>
  );
}

import { CircleAlert } from "lucide-react";
import styles from "./FormAlert.module.css";

/** What is wrong with a form as a whole, said where it is filled in. */
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

import { Logo } from "../ui/Logo";
import { useCommon } from "../ui/strings";
import styles from "./SigningIn.module.css";

/** Shown on the very first visit, while an anonymous account is made. */
export function SigningIn() {
  const common = useCommon();
  return (
    <main className={styles.screen}>
      <div className={styles.mark}><Logo size={72} /></div>
      <h1 className={styles.name}>{common.product}</h1>
      <p role="status">{common.signingIn}</p>
    </main>
  );
}

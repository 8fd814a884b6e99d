import { Logo } from "../../ui/widgets/Logo";
import { useCommon } from "../../ui/text/strings";
import styles from "./SigningIn.module.css";

/** Shown on the first visit while an anonymous account is created: a description and the progress. */
export function SigningIn() {
  return <Welcome common={useCommon()} />;
}

/** The same with given texts, for the first paint. */
export function Welcome({ common }: { common: Sentences["common"] }) {
  return (
    <main className={`stack gap-12 mid text-center ${styles.screen}`}>
      <div className={styles.mark}>
        <Logo size={72} />
      </div>
      <h1>{common.product}</h1>
      <p className="large measure">{common.intro}</p>
      <p role="status" className="muted">
        {common.signingIn}
      </p>
    </main>
  );
}

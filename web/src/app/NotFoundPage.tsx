import { Link } from "../lib/navigation/router";
import { OpenDoor } from "../ui/art/OpenDoor";
import button from "../ui/Button.module.css";
import { classes } from "../ui/classes";
import { useCommon } from "../ui/strings";
import { useTitle } from "../ui/use-title";
import styles from "./NotFoundPage.module.css";

export default function NotFoundPage() {
  const common = useCommon();
  useTitle(common.notFoundTitle);
  return (
    <div className={styles.page}>
      <div className={styles.art} aria-hidden>
        <OpenDoor />
      </div>
      <h1>{common.notFoundTitle}</h1>
      <p className={styles.text}>{common.notFoundText}</p>
      <Link href="/" className={classes(button.button, button.primary)}>
        {common.notFoundHome}
      </Link>
    </div>
  );
}

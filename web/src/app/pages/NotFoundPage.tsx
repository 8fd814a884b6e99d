import "../../ui/styles/screens.css";
import { useNotFoundStrings } from "virtual:strings/not-found";
import { Link } from "../../lib/navigation/router";
import { OpenDoor } from "../../ui/art/OpenDoor";
import button from "../../ui/widgets/Button.module.css";
import { classes } from "../../ui/classes";
import { EmptyState } from "../../ui/widgets/EmptyState";
import { useTitle } from "../../ui/hooks/use-title";

export default function NotFoundPage() {
  const t = useNotFoundStrings();
  useTitle(t.title);
  return (
    <EmptyState
      heading="h1"
      art={<OpenDoor />}
      title={t.title}
      text={t.text}
      action={
        <Link href="/" className={classes(button.button, button.primary)}>
          {t.home}
        </Link>
      }
    />
  );
}

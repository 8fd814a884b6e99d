import "../ui/screens.css";
import { Link } from "../lib/navigation/router";
import { OpenDoor } from "../ui/art/OpenDoor";
import button from "../ui/Button.module.css";
import { classes } from "../ui/classes";
import { EmptyState } from "../ui/EmptyState";
import { useCommon } from "../ui/strings";
import { useTitle } from "../ui/use-title";

export default function NotFoundPage() {
  const common = useCommon();
  useTitle(common.notFoundTitle);
  return (
    <EmptyState
      heading="h1"
      art={<OpenDoor />}
      title={common.notFoundTitle}
      text={common.notFoundText}
      action={
        <Link href="/" className={classes(button.button, button.primary)}>
          {common.notFoundHome}
        </Link>
      }
    />
  );
}

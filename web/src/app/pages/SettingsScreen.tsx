import "../../ui/styles/screens.css";
import { lazy } from "react";
import { SettingsPage } from "../../features/settings/SettingsPage";

const ImportFileDialog = lazy(() => import("../../features/import/ImportFileDialog"));

/** The settings with the dialog that imports a file. */
export default function SettingsScreen() {
  return <SettingsPage importDialog={ImportFileDialog} />;
}

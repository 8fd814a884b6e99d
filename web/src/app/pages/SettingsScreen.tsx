import "../../ui/styles/screens.css";
import { lazy } from "react";
import { SettingsPage } from "../../features/settings/SettingsPage";

const LookerNotice = lazy(() => import("../../features/household/LookerNotice"));
const ImportFileDialog = lazy(() => import("../../features/import/ImportFileDialog"));

/** The settings with the parts of other features. */
export default function SettingsScreen() {
  return <SettingsPage importDialog={ImportFileDialog} lookerNotice={LookerNotice} />;
}

import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { OpenDoor } from "../ui/art/OpenDoor";
import { useCommon } from "../ui/strings";

/** A fault in one screen leaves the rest of the app standing and says what is safe. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error("A screen failed:", error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const common = useCommon();
  return (
    <div role="alert">
      <EmptyState
        art={<OpenDoor />}
        title={common.brokenTitle}
        text={common.brokenText}
        action={<Button variant="primary" onClick={() => location.reload()}>{common.brokenReload}</Button>}
      />
    </div>
  );
}

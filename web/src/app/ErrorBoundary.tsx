import { Component, type ErrorInfo, type ReactNode } from "react";
import { dropCache } from "../api/query-client";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { OpenDoor } from "../ui/art/OpenDoor";
import { useCommon } from "../ui/strings";

interface Props {
  children: ReactNode;
  /** For what nobody would miss: it vanishes instead of saying so. */
  quiet?: boolean;
}

/**
 * A fault in one screen leaves the rest of the app standing. Data that the screen cannot be drawn from is the likeliest
 * cause, so what is cached is dropped before it is tried a second time; only then it says that it is broken, and what
 * is safe.
 */
export class ErrorBoundary extends Component<Props, { failures: number; trying: boolean }> {
  override state = { failures: 0, trying: true };

  static getDerivedStateFromError(): { trying: boolean } {
    return { trying: false };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error("A screen failed:", error, info.componentStack);
    const failures = this.state.failures + 1;
    this.setState({ failures });
    if (failures > 1) return;
    // Without network the likeliest cause is a part of the app that could not be loaded, and what is cached could not
    // be had again.
    const dropped = navigator.onLine ? dropCache().catch(() => undefined) : Promise.resolve();
    void dropped.then(() => this.setState({ trying: true }));
  }

  override render(): ReactNode {
    if (this.state.trying) return this.props.children;
    return this.props.quiet || this.state.failures < 2 ? null : <Broken />;
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
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {common.brokenReload}
          </Button>
        }
      />
    </div>
  );
}

import { Component, Suspense, type ErrorInfo, type ReactNode } from "react";
import { replaceResponses } from "../../api/cached/query-client";
import { usePath, useSearchParams } from "../../lib/navigation/router";
import { Button } from "../../ui/widgets/Button";
import { EmptyState } from "../../ui/widgets/EmptyState";
import { OpenDoor } from "../../ui/art/OpenDoor";
import { useCommon } from "../../ui/text/strings";

interface Props {
  children: ReactNode;
  /** For optional parts: shows nothing after an error, instead of a message. */
  quiet?: boolean;
}

interface State {
  failures: number;
  isRendering: boolean;
  address: string;
}

/** Matches the browsers' messages for code that could not be loaded. `entry.ts` reloads the page if that may help. */
const LOAD_FAILURE = /import(ed|ing)|preload CSS/i;

/** The parameters that change the screen, and not only what it filters. */
const SCREEN_PARAMETERS = ["tab", "receipt", "view", "shop"];

class Boundary extends Component<Props & { address: string }, State> {
  override state: State = { failures: 0, isRendering: true, address: this.props.address };

  /** Shows the error only on the page where it occurred. */
  static getDerivedStateFromProps({ address }: { address: string }, state: State): State | null {
    return address === state.address ? null : { failures: 0, isRendering: true, address };
  }

  static getDerivedStateFromError(): { isRendering: boolean } {
    return { isRendering: false };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error("A screen failed:", error, info.componentStack);
    const failures = this.state.failures + 1;
    this.setState({ failures });
    if (failures > 1) return;
    // Not if code could not be loaded, which is no fault of the data, or if offline.
    if (navigator.onLine && !LOAD_FAILURE.test(error.message)) void replaceResponses();
    this.setState({ isRendering: true });
  }

  override render(): ReactNode {
    if (this.state.isRendering) return this.props.children;
    return this.props.quiet || this.state.failures < 2 ? null : <ErrorMessage />;
  }
}

/**
 * Limits an error to one screen. The likeliest cause is invalid data, so the first error refetches it and renders the
 * screen again; a second one shows a message. The data on disk is kept.
 */
export function ErrorBoundary(props: Props) {
  const path = usePath();
  const [search] = useSearchParams();
  const address = [path, ...SCREEN_PARAMETERS.map((name) => search.get(name) ?? "")].join("?");
  return <Boundary {...props} address={address} />;
}

/** Renders optional lazy components: nothing while they load, or if they fail. */
export function Optional({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary quiet>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}

function ErrorMessage() {
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

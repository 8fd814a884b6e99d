import { Component, Suspense, type ErrorInfo, type ReactNode } from "react";
import { refetchAll } from "../api/cached/query-client";
import { usePath, useSearchParams } from "../lib/navigation/router";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { OpenDoor } from "../ui/art/OpenDoor";
import { useCommon } from "../ui/strings";

interface Props {
  children: ReactNode;
  /** For optional parts: shows nothing after an error, instead of a message. */
  quiet?: boolean;
}

interface State {
  failures: number;
  trying: boolean;
  place: string;
}

/** The words of the browsers for code that could not be loaded. `entry.ts` loads the page again where that helps. */
const LOAD_FAILURE = /import(ed|ing)|preload CSS/i;

class Boundary extends Component<Props & { place: string }, State> {
  override state: State = { failures: 0, trying: true, place: this.props.place };

  /** The error is shown on the page where it occurred only. */
  static getDerivedStateFromProps({ place }: { place: string }, state: State): State | null {
    return place === state.place ? null : { failures: 0, trying: true, place };
  }

  static getDerivedStateFromError(): { trying: boolean } {
    return { trying: false };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error("A screen failed:", error, info.componentStack);
    const failures = this.state.failures + 1;
    this.setState({ failures });
    if (failures > 1) return;
    // Code that could not be loaded says nothing about the data; and without network it could not be had again.
    if (navigator.onLine && !LOAD_FAILURE.test(error.message)) void refetchAll();
    this.setState({ trying: true });
  }

  override render(): ReactNode {
    if (this.state.trying) return this.props.children;
    return this.props.quiet || this.state.failures < 2 ? null : <Broken />;
  }
}

/**
 * Keeps a fault in one screen from taking the rest of the app with it. Data that the screen cannot be drawn from is the
 * likeliest cause, so it is fetched again before the screen is drawn a second time; only then it says that it is broken,
 * and what is safe. The copy on disk is kept.
 */
export function ErrorBoundary(props: Props) {
  const path = usePath();
  const [search] = useSearchParams();
  return <Boundary {...props} place={`${path}?${search.get("tab") ?? ""}`} />;
}

/** Renders optional code that is loaded later: nothing while it loads, or if it fails. */
export function Optional({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary quiet>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
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

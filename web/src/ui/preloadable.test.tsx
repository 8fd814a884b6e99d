// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { it } from "vitest";
import { preloadable } from "./preloadable";

it("renders at once if its code was preloaded, and shows the fallback otherwise", async () => {
  const Late = preloadable(async () => ({ default: () => <p>Late</p> }));
  const Ready = preloadable(async () => ({ default: () => <p>Ready</p> }));
  await Ready.preload();
  render(
    <>
      <Suspense fallback={<p>Loading</p>}>
        <Late />
      </Suspense>
      <Suspense>
        <Ready />
      </Suspense>
    </>,
  );
  screen.getByText("Loading");
  screen.getByText("Ready");
  await screen.findByText("Late");
});

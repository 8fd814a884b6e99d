import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";

/** Renders components that use queries, by default with an empty cache. */
export const renderWithQueries = (view: ReactNode, client = new QueryClient()) =>
  render(<QueryClientProvider client={client}>{view}</QueryClientProvider>);

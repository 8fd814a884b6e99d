import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";

/** Renders what asks the server. Without a cache of its own it has an empty one. */
export const renderWithQueries = (view: ReactNode, client = new QueryClient()) =>
  render(<QueryClientProvider client={client}>{view}</QueryClientProvider>);

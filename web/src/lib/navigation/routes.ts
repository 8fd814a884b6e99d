import patterns from "../../../../shared/data/routes.json";
import { parameterOf } from "./router";

/** The pages of the site. The server (`infra/local`) and the CDN use the same list. */
export type RouteName = keyof typeof patterns;

interface Route {
  readonly name: RouteName | "notFound";
  /** The value of the pattern's parameter. */
  readonly parameter: string | null;
}

/** Returns the route of a path. */
export function routeOf(path: string): Route {
  for (const [name, pattern] of Object.entries(patterns) as [RouteName, string][]) {
    const [fixed = "", parameterName] = pattern.split(":");
    const parameter = parameterName === undefined ? null : parameterOf(path, fixed);
    if (parameterName === undefined ? path === fixed : parameter !== null) return { name, parameter };
  }
  return { name: "notFound", parameter: null };
}

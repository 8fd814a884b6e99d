import type { CDPSession, Page } from "@playwright/test";

/** A live region as the browser exposes it to assistive technology. */
export interface LiveRegion {
  /** The browser's id of the element. */
  readonly id: number;
  readonly live: string;
  readonly text: string;
}

interface Node {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly backendDOMNodeId?: number;
  readonly childIds?: readonly string[];
  readonly role?: { readonly value?: unknown };
  readonly name?: { readonly value?: unknown };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/** Roles whose text is their name. */
const NAMED: ReadonlySet<unknown> = new Set(["button", "link", "checkbox", "image", "StaticText"]);

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Returns the live regions of the page's accessibility tree, which has no hidden or inert elements. */
export async function liveRegions(page: Page): Promise<readonly LiveRegion[]> {
  const opening = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opening);
  const session = await opening;
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as unknown as { nodes: readonly Node[] };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (node: Node): string =>
    !node.ignored && NAMED.has(node.role?.value)
      ? String(node.name?.value ?? "")
      : (node.childIds ?? []).map((id) => (byId.has(id) ? textOf(byId.get(id) as Node) : "")).join(" ");
  return nodes.flatMap((node) => {
    const property = (name: string) => node.properties?.find((one) => one.name === name)?.value.value;
    const live = property("live");
    // The nodes inside a region name its root.
    const isRoot = !node.properties?.some(({ name }) => name === "root");
    return node.ignored || live === undefined || live === "off" || !isRoot || node.backendDOMNodeId === undefined
      ? []
      : [{ id: node.backendDOMNodeId, live: String(live), text: textOf(node).replace(/\s+/g, " ").trim() }];
  });
}

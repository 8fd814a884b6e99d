import { isIos } from "./install";

type Platform = "ios" | "android" | "windows" | "mac" | "linux" | "other";

/** Returns the default name of this device in a larder, which is the same in every language. */
export function describeDevice(
  agent = navigator.userAgent,
  touchPoints = navigator.maxTouchPoints,
): { name: string; platform: Platform } {
  const platform = platformOf(agent, touchPoints);
  const machine = {
    ios: agent.includes("iPhone") ? "iPhone" : "iPad",
    android: "Android",
    windows: "Windows",
    mac: "Mac",
    linux: "Linux",
    other: "",
  }[platform];
  return { name: [machine, browserOf(agent)].filter(Boolean).join(", ") || "Browser", platform };
}

const PHONES: readonly string[] = ["ios", "android"];

/** Returns true if a device with this platform is a phone or a tablet. */
export function isPhone(platform: string): boolean {
  return PHONES.includes(platform);
}

function platformOf(agent: string, touchPoints: number): Platform {
  if (isIos(agent, touchPoints)) return "ios";
  if (agent.includes("Android")) return "android";
  if (agent.includes("Windows")) return "windows";
  if (agent.includes("Mac OS X")) return "mac";
  return agent.includes("Linux") || agent.includes("CrOS") ? "linux" : "other";
}

/** The order matters, because most user agents also contain the names of other browsers. */
function browserOf(agent: string): string | undefined {
  const patterns: readonly [RegExp, string][] = [
    [/Edg(A|iOS)?\//, "Edge"],
    [/OPR\//, "Opera"],
    [/SamsungBrowser\//, "Samsung Internet"],
    [/(Firefox|FxiOS)\//, "Firefox"],
    [/(Chrome|Chromium|CriOS)\//, "Chrome"],
    [/Safari\//, "Safari"],
  ];
  return patterns.find(([pattern]) => pattern.test(agent))?.[1];
}

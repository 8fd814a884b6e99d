import { readdirSync } from "node:fs";
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";
import { FIXED, VARYING } from "../../test/specified";
import { SEEN } from "./seen";

/**
 * Holds the specification to the screen: after a whole run, each text that the specification quotes must have stood on
 * some test's screen. A run of chosen tests is not judged.
 */
export default class SeenReporter implements Reporter {
  private readonly seen = new Set<string>();
  private isWhole = false;
  private failed = false;

  onBegin(config: FullConfig, suite: Suite): void {
    const files = new Set(suite.allTests().map(({ location }) => location.file.split("/").at(-1)));
    const chosen = config.grep instanceof RegExp && config.grep.source !== ".*";
    this.isWhole =
      !chosen &&
      readdirSync(new URL("..", import.meta.url))
        .filter((file) => file.endsWith(".spec.ts"))
        .every((file) => files.has(file));
  }

  onTestEnd(_: TestCase, { attachments, status }: TestResult): void {
    if (status === "failed") this.failed = true;
    for (const { name, body } of attachments)
      if (name === SEEN && body) for (const line of JSON.parse(body.toString()) as string[]) this.seen.add(line);
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult["status"] }> {
    if (!this.isWhole) return { status: result.status };
    const shown = [...this.seen].join("\n");
    const texts = [
      ...Object.values(FIXED)
        .flat()
        .map((text) => ({ text, pattern: literal(text) })),
      ...VARYING.map(([, text]) => ({
        text,
        pattern: text
          .split(/\{\w+\}/)
          .map(literal)
          .join(".{1,60}?"),
      })),
    ];
    const missing = texts.filter(({ pattern }) => !new RegExp(pattern).test(shown)).map(({ text }) => text);
    if (missing.length === 0) {
      console.error(`All ${texts.length} texts of the specification stood on a screen.`);
      return { status: result.status };
    }
    console.error(
      `${missing.length} texts of the specification stood on no screen:\n${missing.map((text) => `  ${text}`).join("\n")}`,
    );
    // A failed test may have missed its screen; its failure is reported anyway.
    return this.failed ? { status: result.status } : { status: "failed" };
  }
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

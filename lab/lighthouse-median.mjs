// The medians of several Lighthouse reports of one page, and what keeps a category from 100: `node
// lighthouse-median.mjs PAGE REPORT.json…`
import { readFile } from "node:fs/promises";

const [page, ...files] = process.argv.slice(2);
const reports = await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, "utf8"))));
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const faulty = reports.find(({ runtimeError }) => runtimeError);
if (faulty) {
  console.error(`${page}: ${faulty.runtimeError.message}`);
  process.exit(1);
}
const score = (category) => Math.round(100 * median(reports.map(({ categories }) => categories[category].score)));
const metric = (audit) => median(reports.map(({ audits }) => audits[audit].numericValue));
const categories = ["performance", "accessibility", "best-practices", "seo"];
console.log(
  `${page}: ${categories.map((category) => `${category} ${score(category)}`).join(", ")} (median of ${reports.length})`,
);
console.log(
  `  CLS ${metric("cumulative-layout-shift").toFixed(3)}, first contentful paint ${Math.round(metric("first-contentful-paint"))} ms, largest ${Math.round(metric("largest-contentful-paint"))} ms, ` +
    `blocked ${Math.round(metric("total-blocking-time"))} ms, sent ${(metric("total-byte-weight") / 1000).toFixed(0)} kB`,
);
// Lighthouse slows the processor down four times, whatever it is: below about 1,200 points the machine was busy with
// something else, and performance tells nothing.
const speed = Math.round(median(reports.map(({ environment }) => environment.benchmarkIndex)));
console.log(
  `  the machine made ${speed} points${speed < 1200 ? ": too busy or too slow for the performance to count" : ""}`,
);
const [last] = reports.slice(-1);
for (const category of categories) {
  for (const { id, weight } of last.categories[category].auditRefs) {
    const audit = last.audits[id];
    if (weight > 0 && audit.score !== null && audit.score < 0.9)
      console.log(`  ${category}: ${id}: ${audit.displayValue ?? audit.title}`);
  }
}

// The edge functions of template.yaml, run as CloudFront would: node --test infra/cdn
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const template = readFileSync(new URL("template.yaml", import.meta.url), "utf8");

/** The handler of a function that stands in the template as a literal block. */
function edgeFunction(name) {
  const resource = template.slice(template.indexOf(`\n  ${name}:\n`) + 1);
  const [, rest] = resource.split(/FunctionCode: \|\n/, 2);
  const lines = rest.split("\n");
  const end = lines.findIndex((line) => line !== "" && !line.startsWith("        "));
  const context = {};
  runInNewContext(lines.slice(0, end).join("\n"), context);
  return context.handler;
}

const pages = edgeFunction("PageRouter");
const api = edgeFunction("ApiHeaders");
const request = (uri, method = "GET") => ({ request: { method, uri, headers: {} } });

test("deep links are one page", () => {
  for (const path of ["/", "/shopping-list", "/settings", "/legal", "/shared/AbC123xyz"]) assert.equal(pages(request(path)).uri, "/index.html");
});

test("files and nonsense go to the bucket as they are", () => {
  for (const path of ["/assets/index-1.js", "/sw.js", "/shared/", "/shared/a/b", "/nonsense", "/settings/x"]) assert.equal(pages(request(path)).uri, path);
});

test("a share target without a service worker leads to the start page, and nothing but reading reaches the bucket", () => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const answer = pages(request("/share-target", method));
    assert.equal(answer.statusCode, 303);
    assert.equal(answer.headers.location.value, "/");
  }
});

test("the viewer's address replaces whatever the viewer wrote there", () => {
  const event = { ...request("/api/items"), viewer: { ip: "203.0.113.7" } };
  event.request.headers["true-client-ip"] = { value: "198.51.100.1" };
  assert.equal(api(event).headers["true-client-ip"].value, "203.0.113.7");
});

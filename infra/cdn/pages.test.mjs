// Tests the edge functions of template.yaml: node --test infra/cdn
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const template = readFileSync(new URL("template.yaml", import.meta.url), "utf8");
const upload = readFileSync(new URL("../deploy/site_upload.py", import.meta.url), "utf8");

/** An address of each page of the site. */
const routes = Object.values(
  JSON.parse(readFileSync(new URL("../../shared/data/routes.json", import.meta.url), "utf8")),
).map((pattern) => pattern.replace(/:\w+/, "AbC123xyz"));

/** Returns the handler of a function that is a literal block of the template. */
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
const status = edgeFunction("PageStatus");
const api = edgeFunction("ApiHeaders");
const request = (uri, method = "GET") => ({ request: { method, uri, headers: {} } });

/** Returns the origin's path and the viewer's status, by both functions, if the bucket has the page. */
function respond(path) {
  const { uri } = pages(request(path));
  const [, name, value] = /"not-found\.html": \{"(\w+)": "(\w+)"\}/.exec(upload);
  const headers = uri === "/not-found.html" ? { [`x-amz-meta-${name}`]: { value } } : {};
  return { uri, status: status({ ...request(path), response: { statusCode: 200, headers } }).statusCode };
}

test("passes paths of files to the bucket unchanged", () => {
  for (const path of ["/sw.js", "/first-paint.js", "/icons/logo.svg"])
    assert.deepEqual(respond(path), { uri: path, status: 200 });
});

test("runs no function for files with a hash in their name", () => {
  const behaviours = template.split("- PathPattern: ").slice(1);
  const patterns = behaviours.map((text) => text.split("\n", 1)[0]);
  assert.ok(patterns.indexOf("/assets/*worker*") < patterns.indexOf("/assets/*"), "the first that matches counts");
  for (const text of behaviours.filter((text) => text.startsWith("/assets/")))
    assert.doesNotMatch(text.split("CustomErrorResponses")[0], /FunctionAssociations/);
});

test("answers pages with 200 and unknown paths with the same page and 404", () => {
  // The same addresses as in `infra/local/src/web/site.rs` and `web/src/lib/navigation/routes.test.ts`.
  for (const path of ["/shared", "/shared/", "/shared//", "/shared/a/b", "/nonsense", "/settings/x", "/settings/"])
    assert.deepEqual(respond(path), { uri: "/not-found.html", status: 404 });
  for (const path of [...routes, "/shared/AbC123xyz/"])
    assert.deepEqual(respond(path), { uri: "/index.html", status: 200 });
});

test("replaces and caches no error of the API or of a web ACL", () => {
  assert.match(template, /- \{ErrorCode: 403, ErrorCachingMinTTL: 0\}/);
  assert.doesNotMatch(template, /ResponsePagePath/);
});

test("redirects to the start page for other methods than GET and HEAD", () => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const answer = pages(request("/share-target", method));
    assert.equal(answer.statusCode, 303);
    assert.equal(answer.headers.location.value, "/");
  }
});

test("replaces the header of the viewer's address that the viewer sent", () => {
  const event = { ...request("/api/items"), viewer: { ip: "203.0.113.7" } };
  event.request.headers["true-client-ip"] = { value: "198.51.100.1" };
  assert.equal(api(event).headers["true-client-ip"].value, "203.0.113.7");
});

// Tests the unmodified official Firebase client against Larder's own identity provider.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { deleteApp, initializeApp } from "firebase/app";
import { deleteUser, getIdToken, inMemoryPersistence, initializeAuth, signInAnonymously } from "firebase/auth";

const BINARY = process.env.LARDER_BIN ?? new URL("../../../../target/debug/larder", import.meta.url).pathname;

let larder;
let folder;
let address;
let app;
let auth;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "larder-firebase-"));
  larder = spawn(BINARY, ["serve"], {
    env: { ...process.env, PORT: "0", LARDER_DATA: folder, LARDER_LOG: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: larder.stdout })) {
    address = line.match(/ready at (http:\S+)/)?.[1];
    if (address) break;
  }
  assert.ok(address, "larder says where it is ready");
  app = initializeApp({ apiKey: "any", projectId: "larder" });
  auth = initializeAuth(app, { persistence: inMemoryPersistence });
  // Points the client at its provider; its emulator support changes the same settings.
  const host = `${new URL(address).host}/identity`;
  Object.assign(auth.config, { apiScheme: "http", apiHost: host, tokenApiHost: host });
});

after(async () => {
  if (app) await deleteApp(app);
  if (larder) {
    const ended = new Promise((resolve) => larder.once("exit", resolve));
    larder.kill("SIGTERM");
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

async function fetchItems(token) {
  return fetch(`${address}/api/items`, { headers: { authorization: `Bearer ${token}` } });
}

test("an anonymous account is signed in, refreshed and deleted", async () => {
  const { user } = await signInAnonymously(auth);
  assert.equal(user.isAnonymous, true);
  assert.match(user.uid, /^[0-9A-Za-z]{28}$/);
  const first = await getIdToken(user);
  assert.equal((await fetchItems(first)).status, 200, "the API takes the client's token");

  // Id tokens tell seconds: in the next one a new one differs.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const refreshToken = user.refreshToken;
  const second = await getIdToken(user, true);
  assert.notEqual(second, first);
  assert.notEqual(user.refreshToken, refreshToken, "each use replaces the refresh token");
  assert.equal((await fetchItems(second)).status, 200);

  await user.reload();
  assert.equal(user.metadata.creationTime !== undefined, true, "the account is looked up");

  const created = await fetch(`${address}/api/items`, {
    method: "POST",
    headers: { authorization: `Bearer ${second}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Milk" }),
  });
  assert.equal(created.status, 201);

  await deleteUser(user);
  assert.equal(auth.currentUser, null, "the client is signed out");
  assert.deepEqual(await (await fetchItems(second)).json(), [], "nothing of the account is left");
});

test("the client understands how a refusal is worded", async () => {
  const { user } = await signInAnonymously(auth);
  const stale = user.refreshToken;
  await deleteUser(user);
  const again = await signInAnonymously(auth);
  again.user.stsTokenManager.refreshToken = stale;
  again.user.stsTokenManager.expirationTime = 0;
  await assert.rejects(getIdToken(again.user), (error) => {
    // An account that was deleted, which the server tells from a token that it does not know.
    assert.equal(error.code, "auth/user-token-expired");
    return true;
  });
});

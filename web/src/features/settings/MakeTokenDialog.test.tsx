// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { errorResponse, mockFetch } from "../../../test/support/requests";
import { renderWithQueries } from "../../../test/support/render";
import { signIn } from "../../../test/support/session";
import MakeTokenDialog from "./MakeTokenDialog";

beforeEach(() => signIn("me"));

const show = () => renderWithQueries(<MakeTokenDialog onClose={() => undefined} />);
const name = (value: string) => fireEvent.change(screen.getByLabelText("What is it for?"), { target: { value } });
const submit = () => fireEvent.submit(document.querySelector("form") as HTMLFormElement);

it("shows why the server refuses a token", async () => {
  const message = "A larder can have 20 tokens. Delete one first.";
  mockFetch(() => errorResponse(409, "too_many_tokens", message));
  show();
  name("Doorbell");
  submit();
  expect((await screen.findByRole("alert")).textContent).toBe(message);
});

it("sends a changed request for a token with a new key", async () => {
  const requests = mockFetch(() => Response.error());
  show();
  const send = async () => {
    const count = requests.length;
    submit();
    await waitFor(() => expect(requests.length).toBe(count + 1));
    await screen.findByRole("alert");
  };
  name("Doorbell");
  await send();
  await send();
  name("Bell");
  await send();
  const [first, second, changed] = requests.map(({ key }) => key);
  expect([second === first, changed === first]).toEqual([true, false]);
});

it("ends a token that is made after its dialog was closed, because nobody has seen it", async () => {
  let make: (() => void) | undefined;
  const requests = mockFetch(({ method }) => {
    if (method !== "POST") return Response.json([]);
    const token = { id: "t1", name: "Doorbell", scopes: ["read"], token: "secret", createdAt: "2026-11-20T10:00:00Z" };
    return new Promise((resolve) => (make = () => resolve(Response.json(token))));
  });
  const { unmount } = show();
  name("Doorbell");
  submit();
  await waitFor(() => expect(make).toBeDefined());
  unmount();
  make?.();
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ method: "DELETE", path: "/api/tokens/t1" }));
});

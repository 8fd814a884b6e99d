// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { mockFetch } from "../../../test/support/requests";
import { renderWithQueries } from "../../../test/support/render";
import { signIn } from "../../../test/support/session";
import { auth } from "../../lib/auth/auth";
import { readSession } from "../../lib/auth/session";
import RemovedDevicePage from "./RemovedDevicePage";

it.each(["removed", "signed-out"])(
  "asks to delete the copy of the old larder on a %s device if sign-up is closed",
  async (ended) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    mockFetch(() => Response.json({ error: { code: 400, message: "ADMIN_ONLY_OPERATION" } }, { status: 400 }));
    signIn("old", { ended, expiresAt: Date.now() + 3_600_000 });
    vi.spyOn(auth, "state").mockReturnValue({ status: ended as "removed", uid: "old" });
    renderWithQueries(<RemovedDevicePage />);
    fireEvent.click(screen.getByRole("button", { name: "Start a new larder" }));
    const question = within(await screen.findByRole("alertdialog"));
    fireEvent.click(question.getByRole("button", { name: "Start a new larder" }));
    await screen.findByText(/^Sign-up is closed/);
    expect(readSession()?.uid).toBe("old");
    fireEvent.click(screen.getByRole("button", { name: "Delete the copy" }));
    await vi.waitFor(() => expect(readSession()).toBeNull());
  },
);

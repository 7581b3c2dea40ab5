import { expect, it, vi } from "vitest";
import { failureMessage, orFormError } from "./failure-message.ts";

const answerTo = (response: Promise<unknown>, refusal: Parameters<typeof orFormError>[0]) => {
  const request = new Request("http://shop.test/register", { method: "POST" });
  return orFormError(refusal)({ request, params: {}, serverAction: () => response as Promise<never> });
};

const errorResponse = (status: number, data: unknown) => ({ status, statusText: "", internal: false, data });

it.each([
  ["the server's message", errorResponse(503, { message: "The shop is busy." }), "The shop is busy."],
  ["an answer without a message", errorResponse(500, {}), "Unknown error"],
  ["an answer that cannot be read", errorResponse(502, "<html>"), "Server error: 502"],
  ["no answer", new TypeError("Failed to fetch"), "Please try again."],
])("says %s", (_what, error, message) => expect(failureMessage(error, "Please try again.")).toBe(message));

it.each([
  ["the server's message", errorResponse(503, { message: "The shop is busy." }), "The shop is busy."],
  ["the fallback for an answer that cannot be read", errorResponse(502, "<html>"), "Please try again."],
  ["the fallback when no answer came", new TypeError("Failed to fetch"), "Please try again."],
])("a form without an answer of its own says %s", async (_what, error, message) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const refusal = { title: "Registration Failed", message: "Please try again." };
  const response = await answerTo(Promise.reject(error), refusal);
  expect(await (response as Response).json()).toEqual({
    result: null,
    refusal: { title: "Registration Failed", message },
  });
  // By that Remix does not ask for the page's data, which nobody would answer either.
  expect(response).toHaveProperty("status", 503);
  log.mockRestore();
});

it("a form's own answer and its way on are left as they are", async () => {
  const refusal = { title: "", message: "" };
  await expect(answerTo(Promise.resolve("answer"), refusal)).resolves.toBe("answer");
  const redirect = Response.redirect("http://shop.test/account", 303);
  await expect(answerTo(Promise.reject(redirect), refusal)).rejects.toBe(redirect);
});

import { expect, it } from "vitest";
import { failureMessage } from "./failure-message.ts";

const answer = (status: number, data: unknown) => ({ status, statusText: "", internal: false, data });

it.each([
  ["the server's message", answer(503, { message: "The shop is busy." }), "The shop is busy."],
  ["an answer without a message", answer(500, {}), "Unknown error"],
  ["an answer that cannot be read", answer(502, "<html>"), "Server error: 502"],
  ["no answer", new TypeError("Failed to fetch"), "Please try again."],
])("says %s", (_what, error, message) => expect(failureMessage(error, "Please try again.")).toBe(message));

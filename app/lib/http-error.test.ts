import { expect, it } from "vitest";
import { successful } from "./http-error.ts";

const answer = (status: number, statusText: string, body: string) =>
  new Response(body, { status, statusText });

it.each([
  [
    "a message",
    answer(403, "Forbidden", '{"message":"No access"}'),
    '403: {"message":"No access"}',
    "No access",
  ],
  ["no JSON", answer(502, "Bad Gateway", "<html>"), "502: <html>", undefined],
  ["nothing", answer(503, "Service Unavailable", ""), "503: Service Unavailable", undefined],
  ["an empty message", answer(500, "", '{"message":""}'), '500: {"message":""}', undefined],
])(
  "an answer that is no success and has %s becomes an error of its status and body",
  async (_what, response, message, serverMessage) => {
    await expect(successful(response)).rejects.toMatchObject({ message, serverMessage });
  },
);

it("a success is handed on", async () => {
  const response = answer(200, "OK", "the file");
  expect(await successful(response)).toBe(response);
});

import { expect, it } from "vitest";
import { successful } from "./http-error.ts";

const errorResponse = (status: number, statusText: string, body: string) =>
  new Response(body, { status, statusText });

it.each([
  [
    "a message",
    errorResponse(403, "Forbidden", '{"message":"No access"}'),
    '403: {"message":"No access"}',
    "No access",
  ],
  ["no JSON", errorResponse(502, "Bad Gateway", "<html>"), "502: <html>", undefined],
  ["nothing", errorResponse(503, "Service Unavailable", ""), "503: Service Unavailable", undefined],
  ["an empty message", errorResponse(500, "", '{"message":""}'), '500: {"message":""}', undefined],
])(
  "an answer that is no success and has %s becomes an error of its status and body",
  async (_what, response, message, serverMessage) => {
    await expect(successful(response)).rejects.toMatchObject({ message, serverMessage });
  },
);

it("a success is handed on", async () => {
  const response = errorResponse(200, "OK", "the file");
  expect(await successful(response)).toBe(response);
});

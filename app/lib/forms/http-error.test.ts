import { expect, it } from "vitest";
import { successful } from "./http-error.ts";

it.each([
  ["a message", 403, "Forbidden", '{"message":"No access"}', '403: {"message":"No access"}', "No access"],
  ["no JSON", 502, "Bad Gateway", "<html>", "502: <html>", undefined],
  ["nothing", 503, "Service Unavailable", "", "503: Service Unavailable", undefined],
  ["an empty message", 500, "", '{"message":""}', '500: {"message":""}', undefined],
])(
  "an answer that is no success and has %s becomes an error of its status and body",
  async (_what, status, statusText, body, message, serverMessage) => {
    const response = new Response(body, { status, statusText });
    await expect(successful(response)).rejects.toMatchObject({ message, serverMessage });
  },
);

it("a success is handed on", async () => {
  const response = new Response("the file");
  expect(await successful(response)).toBe(response);
});

import { expect, it } from "vitest";
import { z } from "zod";
import { ShopError } from "#server/core/errors.ts";
import { defineEndpoint } from "./endpoint.ts";
import { restAppOf } from "./rest-app.server.ts";

function responseOf(failure: Error): Promise<Response> {
  const row = defineEndpoint({
    method: "GET",
    path: "/api/broken",
    summary: "Fails",
    permission: "public",
    responses: { 200: { description: "Never", schema: z.null() } },
    answer: async () => {
      throw failure;
    },
  });
  const request = new Request("http://127.0.0.1:3000/api/broken", {
    headers: { "X-Request-Id": "request-7" },
  });
  return Promise.resolve(restAppOf([row]).fetch(request, { loadContext: {} }));
}

it("a fault of ours is a 500 that names the request and nothing of what went wrong", async () => {
  const response = await responseOf(new Error("select * from user_account where password_hash = 'x'"));
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    message: "Something went wrong on our side. Please try again.",
    code: "internal_error",
    requestId: "request-7",
  });
});

it("a refusal shows its message, fields and extras, and never its detail for the log", async () => {
  const response = await responseOf(
    new ShopError("conflict", "Taken", {
      fields: { name: ["Taken"] },
      extra: { expected: 1.5 },
      detail: { secret: "sk_live_1" },
      retryAfterSeconds: 3,
    }),
  );
  expect(response.status).toBe(409);
  expect(response.headers.get("retry-after")).toBe("3");
  expect(await response.json()).toEqual({
    message: "Taken",
    code: "conflict",
    fields: { name: ["Taken"] },
    expected: 1.5,
  });
});

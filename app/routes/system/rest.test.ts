import { expect, it } from "vitest";
import { action, loader } from "./rest.ts";

function argumentsOf(request: Request) {
  return { request, params: {}, context: {} };
}

it("reads go through the loader to the endpoint table", async () => {
  const response = await loader(argumentsOf(new Request("http://127.0.0.1:3000/api/products?limit=1")));
  expect(response.status).toBe(200);
  expect(await response.json()).toHaveLength(1);
});

it("writes go through the action to the endpoint table", async () => {
  const request = new Request("http://127.0.0.1:3000/api/auth/logout", { method: "POST" });
  const response = await action(argumentsOf(request));
  expect(response.status).toBe(200);
  expect(response.headers.get("set-cookie")).toMatch(/^session=/);
});

it("what no row has is JSON all the same", async () => {
  const response = await loader(argumentsOf(new Request("http://127.0.0.1:3000/api")));
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "not_found" });
});

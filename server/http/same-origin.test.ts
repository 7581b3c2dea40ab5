import { expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { assertSameOrigin, withSameOrigin } from "./same-origin.ts";

const publicUrl = "https://shop.example";

/** Responds with the Origin that the application sees. */
async function shop(): Promise<string> {
  return listen(
    withSameOrigin((request, response) => response.end(`origin ${request.headers.origin}`), { publicUrl }),
  );
}

const post = (url: string, headers: Record<string, string>) =>
  fetch(url, { method: "POST", headers, body: "a=1" });

it.each<Record<string, string>>([
  { Origin: "https://evil.example" },
  { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  { Origin: "null" },
])("refuses a form that %j sent", async (headers) => {
  const response = await post(`${await shop()}/cart`, headers);
  expect(response.status).toBe(403);
  expect(await response.text()).toBe("This request came from another site and was refused.");
});

it("refuses in JSON where scripts ask", async () => {
  const response = await post(`${await shop()}/api/orders`, { Origin: "https://evil.example" });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: "forbidden" });
});

it("lets an API key through to the REST facade, and nowhere else", async () => {
  const headers = { Origin: "https://elsewhere.example", Authorization: "Bearer oxb_key" };
  const url = await shop();
  expect((await post(`${url}/api/orders`, headers)).status).toBe(200);
  expect((await post(`${url}/paypal/order`, headers)).status).toBe(200);
  for (const path of ["/cart", "/api/trpc/orders.cancel", "/apiary"]) {
    expect((await post(url + path, headers)).status).toBe(403);
  }
  expect((await post(`${url}/api/orders`, { ...headers, Authorization: "Basic abc" })).status).toBe(403);
});

it("lets the shop's own forms through", async () => {
  const url = await shop();
  const response = await post(`${url}/cart`, { Origin: url, "Sec-Fetch-Site": "same-origin" });
  expect(await response.text()).toBe(`origin ${url}`);
});

it("lets forms of its public address through, which a proxy may call by another name", async () => {
  const response = await post(`${await shop()}/cart`, { Origin: publicUrl });
  expect(await response.text()).toBe("origin undefined");
});

it("lets the form of a page through that tells no referrer, and so has no origin", async () => {
  const response = await post(`${await shop()}/cart`, { Origin: "null", "Sec-Fetch-Site": "same-origin" });
  expect(await response.text()).toBe("origin undefined");
});

it("lets scripts through, which send neither header", async () => {
  expect((await post(`${await shop()}/api/orders`, {})).status).toBe(200);
});

it("lets anybody read", async () => {
  const response = await fetch(await shop(), {
    headers: { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
  });
  expect(response.status).toBe(200);
});

it("is asked again where a request's context is made, with nothing in front", () => {
  const write = (headers: Record<string, string>, method = "POST") =>
    assertSameOrigin(new Request("http://127.0.0.1:3000/cart", { method, headers }), publicUrl);
  const refused = "This request came from another site and was refused.";
  expect(() => write({ Origin: "https://evil.example" })).toThrow(refused);
  expect(() => write({ "Sec-Fetch-Site": "cross-site" })).toThrow(refused);
  for (const own of [publicUrl, "http://127.0.0.1:3000"]) expect(() => write({ Origin: own })).not.toThrow();
  expect(() => write({})).not.toThrow();
  expect(() => write({ Origin: "https://evil.example" }, "GET")).not.toThrow();
});

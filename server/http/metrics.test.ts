import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { kindOf, withMetrics } from "./metrics.ts";

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const shop = withMetrics((_request, response) => response.writeHead(404).end("no such page"));

it("counts requests by method, kind and status, and shows that to this machine", async () => {
  const url = await serve(shop);
  await (await fetch(`${url}/api/products`)).text();
  const metrics = await fetch(`${url}/metrics`);
  expect(metrics.status).toBe(200);
  const text = await metrics.text();
  expect(text).toContain('shop_http_request_seconds_count{method="GET",kind="rest",status="4xx"} 1');
  expect(text).toContain("process_resident_memory_bytes");
});

it.each(["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])(
  "shows nothing to whoever comes through a proxy (%s)",
  async (header) => {
    const url = await serve(shop);
    const response = await fetch(`${url}/metrics`, { headers: { [header]: "127.0.0.1" } });
    expect(await response.text()).toBe("no such page");
  },
);

it.each([
  ["/", "page"],
  ["/products/premium-biochar?x=1", "page"],
  ["/assets/root-1.js", "asset"],
  ["/api/trpc/orders.list", "trpc"],
  ["/api/products", "rest"],
  ["/paypal/setup", "rest"],
  ["/webhooks/stripe", "webhook"],
])("%s is of the kind %s", (url, kind) => {
  expect(kindOf(url)).toBe(kind);
});

import http from "node:http";
import { describe, expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { aroundApplication } from "./web-server.ts";

interface Shop {
  PUBLIC_URL?: string;
  HOST?: string;
  TRUST_PROXY?: boolean;
}

/** The response of a shop that was started like this; its application always says 200. */
async function ask(shop: Shop, path: string, headers: Record<string, string>, method = "GET") {
  const settings = { LOG_REQUESTS: false, HOST: "127.0.0.1", TRUST_PROXY: false, PUBLIC_URL: undefined };
  const url = await listen(
    aroundApplication((_request, response) => response.end("the shop"), { ...settings, ...shop }),
  );
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = http.request(url + path, { method, headers }, (received) => {
      let text = "";
      received.on("data", (part) => {
        text += part;
      });
      received.on("end", () => resolve({ status: received.statusCode ?? 0, text }));
    });
    request.on("error", reject).end();
  });
}

describe("a shop with a public address", () => {
  const shop = { PUBLIC_URL: "https://shop.example", TRUST_PROXY: true };

  it.each<[string, Record<string, string>]>([
    ["its name", { Host: "shop.example" }],
    ["its name with a port", { Host: "SHOP.example:8443" }],
    ["its name with a dot at the end", { Host: "shop.example." }],
    ["this machine's own name, as its health check does", { Host: "127.0.0.1:3000" }],
    ["its name before a proxy that writes another", { Host: "web:3000", "X-Forwarded-Host": "shop.example" }],
  ])("answers to %s", async (_what, headers) => {
    expect((await ask(shop, "/login", headers)).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ["another name", { Host: "evil.example" }],
    ["a name that only begins like its own", { Host: "shop.example.evil.example" }],
    ["a number", { Host: "203.0.113.7" }],
    ["a forwarded name", { Host: "shop.example", "X-Forwarded-Host": "evil.example" }],
  ])("answers 421 to %s, and says where it is", async (_what, headers) => {
    for (const method of ["GET", "POST"]) {
      const { status, text } = await ask(shop, "/login", headers, method);
      expect(status).toBe(421);
      expect(text).toBe(
        "This shop is at https://shop.example. A proxy in front of it passes on the Host that was asked for.",
      );
    }
  });

  it("does not look at a forwarded name where no proxy was declared", async () => {
    const headers = { Host: "shop.example", "X-Forwarded-Host": "evil.example" };
    expect((await ask({ ...shop, TRUST_PROXY: false }, "/login", headers)).status).toBe(200);
  });

  it.each(["/healthz", "/readyz", "/webhooks/stripe", "/webhooks/paypal"])(
    "answers %s under any name",
    async (path) => {
      expect((await ask(shop, path, { Host: "10.0.0.7:3000" }, "POST")).status).toBe(200);
    },
  );

  it("takes test payments at its own name, where they are meant", async () => {
    expect((await ask(shop, "/sandbox/checkout/x", { Host: "shop.example" })).status).toBe(200);
  });
});

it("a shop on the network without a configured name answers to any", async () => {
  expect((await ask({ HOST: "0.0.0.0" }, "/login", { Host: "shop.lan" })).status).toBe(200);
  expect((await ask({ HOST: "0.0.0.0" }, "/sandbox/x", { Host: "shop.lan" })).status).toBe(200);
});

describe("a trial of the shop", () => {
  it.each<[string, Record<string, string>]>([
    ["under another name", { Host: "friend.example" }],
    ["through a tunnel", { "X-Forwarded-For": "203.0.113.9" }],
    ["through a tunnel that names itself", { Forwarded: "for=203.0.113.9" }],
  ])("shows its pages %s, and takes no test payments there", async (_what, headers) => {
    expect((await ask({}, "/products", headers)).status).toBe(200);
    const refused = await ask({}, "/sandbox/stripe/payment_intents/pi_x/confirm", headers, "POST");
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("Test payments are for the machine that the shop runs on.");
  });

  it("takes them at this machine, also behind a proxy that was declared", async () => {
    expect((await ask({}, "/sandbox/x", {})).status).toBe(200);
    const headers = { "X-Forwarded-For": "203.0.113.9" };
    expect((await ask({ TRUST_PROXY: true }, "/sandbox/x", headers)).status).toBe(200);
    const named = { ...headers, "X-Forwarded-Host": "127.0.0.1, friend.example" };
    expect((await ask({ TRUST_PROXY: true }, "/sandbox/x", named)).status).toBe(403);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aroundApplication } from "#server/http/web-server.ts";
import { listen } from "#server/testing/listen.ts";
import { connectSandbox, withTestPayments } from "./sandbox-connection.server.ts";

const quiet = { LOG_REQUESTS: false, PUBLIC_URL: undefined, HOST: "127.0.0.1", TRUST_PROXY: false };
const keys = {
  secretKey: "sk_test_x",
  webhookSecret: "whsec_x",
  payPal: { clientId: "x", clientSecret: "x", webhookId: "x" },
};

let seen: string[] = [];
let shop = "";
beforeEach(async () => {
  seen = [];
  const standIns = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { cookie } = request.headers;
      seen.push(`${request.method} ${request.url} ${Buffer.concat(chunks)} ${cookie}`);
      if (request.url?.includes("lost")) return request.socket.destroy();
      response.writeHead(201, { "Content-Security-Policy": "default-src 'none'", "X-Of-Its-Own": "1" });
      response.end("theirs");
    });
  });
  connectSandbox({ ...keys, port: Number(new URL(standIns).port) });
  shop = await listen(
    aroundApplication(
      withTestPayments((_request, response) => response.end("the shop's")),
      quiet,
    ),
  );
});
afterEach(() => {
  connectSandbox(undefined);
  vi.unstubAllEnvs();
});

const whose = async (path: string, options?: RequestInit) => (await fetch(shop + path, options)).text();

describe("a request for the payment stand-ins", () => {
  it("is theirs with what it carries, except who is signed in", async () => {
    const headers = { Cookie: "session=secret" };
    expect(await whose("/sandbox/paypal/approve?token=5", { headers })).toBe("theirs");
    expect(await whose("/sandbox/stripe/x/confirm", { method: "POST", body: "a=b" })).toBe("theirs");
    expect(seen).toEqual([
      `GET /sandbox/paypal/approve?token=5  undefined`,
      `POST /sandbox/stripe/x/confirm a=b undefined`,
    ]);
  });

  it("is answered with the shop's headers, and the policy of their page", async () => {
    const { status, headers } = await fetch(`${shop}/sandbox/stripe/checkout/cs_1`);
    expect(status).toBe(201);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.has("x-of-its-own")).toBe(false);
  });

  it("has the shop's limits: too long, or from another site, it does not reach them", async () => {
    const long = await fetch(`${shop}/sandbox/stripe/x`, { method: "POST", body: "x".repeat(64_001) });
    expect(long.status).toBe(413);
    const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    expect((await fetch(`${shop}/sandbox/stripe/x`, { method: "POST", headers })).status).toBe(403);
    expect(seen).toEqual([]);
  });

  it("that is lost on its way is not said to have failed", async () => {
    const { status } = await fetch(`${shop}/sandbox/lost`, { method: "POST" });
    expect(status).toBe(504);
  });

  it("is the application's where real payments are on, as is every other address", async () => {
    for (const path of ["/", "/sandbox", "/sandboxes", "/sandbox/..%2fknown-payments/../../known-payments"]) {
      expect(await whose(path)).toBe("the shop's");
    }
    vi.stubEnv("STRIPE_SECRET_KEY", "sk_live_1");
    expect(await whose("/sandbox/stripe/checkout/cs_1")).toBe("the shop's");
    expect(seen).toEqual([]);
  });
});

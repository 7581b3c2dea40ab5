import { describe, expect, test } from "vitest";
import { apiVersion } from "#server/payments/stripe/stripe-calls.server.ts";
import { startSandbox } from "#server/process/sandbox.server.ts";
import { runTestSandbox, startedSandbox, startTestSandbox } from "#server/testing/sandbox.ts";

await runTestSandbox();

async function call(path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${startedSandbox().port}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      Authorization: `Bearer ${startedSandbox().secretKey}`,
      "Content-Type": "application/x-www-form-urlencoded",
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const json: unknown = await response.json();
  return { status: response.status, json, headers: response.headers };
}

const intents = "/v1/payment_intents";
const sessions = "/v1/checkout/sessions";
const line =
  "line_items[0][price_data][currency]=gbp&line_items[0][price_data][unit_amount]=500&line_items[0][price_data][product_data][name]=A";
const page = `mode=payment&success_url=https://shop.test/ok&${line}`;
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

describe("Stripe's refusals", () => {
  test.each([
    [intents, "amount=500", "currency"],
    [intents, "amount=5.5&currency=gbp", "amount"],
    [intents, "amount=-5&currency=gbp", "amount"],
    [intents, "amount=500&currency=zzz", "currency"],
    [intents, "amount=500&currency=gbp&colour=red", "colour"],
    [intents, `amount=500&currency=gbp&metadata[a]=${"x".repeat(501)}`, "metadata.a"],
    [intents, "amount=500&currency=gbp&__proto__[a]=x", "__proto__"],
    [sessions, `${page}&customer_email=nobody`, "customer_email"],
    [sessions, `${page}&adaptive_pricing[enabled]=maybe`, "adaptive_pricing.enabled"],
    [intents, "amount=500&currency=gbp&expand[]=latest_charge", "expand"],
    [sessions, `mode=payment&${line}`, "success_url"],
    [sessions, page.replace("https://shop.test/ok", "/ok"), "success_url"],
    [sessions, page.replace("=500", "=x"), "unit_amount"],
    [sessions, `${page}&expires_at=${inSeconds(60)}`, "expires_at"],
    [sessions, `${page}&expires_at=${inSeconds(90_000)}`, "expires_at"],
    ["/v1/refunds", "amount=5", "payment_intent"],
  ])("%s %s", async (path, body, named) => {
    const message = expect.stringContaining(named);
    expect(await call(path, body)).toMatchObject({
      status: 400,
      json: { error: { type: "invalid_request_error", message } },
    });
  });

  test.each([
    [intents, "amount=29&currency=gbp", "amount_too_small"],
    [intents, "amount=100000000&currency=gbp", "amount_too_large"],
    [sessions, page.replace("=500", "=29"), "amount_too_small"],
  ])("%s %s: %s", async (path, body, code) => {
    expect(await call(path, body)).toMatchObject({ status: 400, json: { error: { code } } });
  });

  test("an unknown object is 404 resource_missing", async () => {
    for (const path of [
      "payment_intents/pi_x",
      "checkout/sessions/cs_x",
      "refunds/re_x",
      "charges/ch_x",
      "disputes/du_x",
    ]) {
      expect(await call(`/v1/${path}`)).toMatchObject({
        status: 404,
        json: { error: { type: "invalid_request_error", code: "resource_missing" } },
      });
    }
  });

  test("one kind of object does not pass for another", async () => {
    const { json } = await call(intents, "amount=500&currency=gbp");
    const { id } = json as { id: string };
    expect((await call(`/v1/charges/${id}`)).status).toBe(404);
  });

  test("no key and a wrong key are 401", async () => {
    expect(await call(intents, undefined, { Authorization: "" })).toMatchObject({ status: 401 });
    const wrong = await call(intents, undefined, { Authorization: "Bearer sk_test_wrong" });
    expect(wrong).toMatchObject({
      status: 401,
      json: { error: { message: "Invalid API Key provided: sk_test_****rong" } },
    });
  });

  test("an unknown address, a JSON body and broken brackets are refused", async () => {
    expect(await call("/v1/customers")).toMatchObject({
      status: 404,
      json: { error: { message: expect.stringContaining("Unrecognized request URL") } },
    });
    expect(await call(intents, "{}", { "Content-Type": "application/json" })).toMatchObject({ status: 400 });
    expect(await call(intents, "amount[=5")).toMatchObject({ status: 400 });
  });

  test("answers carry a request id and the version, and may not be cached", async () => {
    const { headers } = await call("/v1/charges");
    expect(headers.get("request-id")).toMatch(/^req_/);
    expect(headers.get("stripe-version")).toBe("2026-10-28.endive");
    expect(headers.get("stripe-version"), "which the shop asks for").toBe(apiVersion);
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

test("the sandbox does not start beside real keys", async () => {
  process.env.STRIPE_SECRET_KEY = "sk_live_x";
  try {
    await expect(startTestSandbox()).rejects.toThrow("STRIPE_SECRET_KEY");
    await expect(startSandbox({ secret: "of a test" })).rejects.toThrow("STRIPE_SECRET_KEY");
  } finally {
    delete process.env.STRIPE_SECRET_KEY;
  }
});

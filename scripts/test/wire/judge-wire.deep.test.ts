import type Stripe from "stripe";
import { beforeAll, describe, expect, it } from "vitest";
import type { Call, Exchange, SentEvent } from "./exchange.ts";
import { WireJudge } from "./judge-wire.ts";

let judge: WireJudge;
beforeAll(() => {
  judge = new WireJudge();
});

const refund: Stripe.Refund = {
  id: "re_1",
  object: "refund",
  amount: 500,
  balance_transaction: null,
  charge: "ch_1",
  created: 1_795_000_000,
  currency: "gbp",
  customer: null,
  customer_account: null,
  metadata: {},
  payment_intent: "pi_1",
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: "succeeded",
  transfer_reversal: null,
};

const refundCall: Call = {
  source: "server/orders/some.test.ts",
  kind: "call",
  method: "POST",
  path: "/v1/refunds",
  requestHeaders: {
    "content-type": "application/x-www-form-urlencoded",
    "idempotency-key": "refund-1",
    "stripe-version": "2026-10-28.endive",
  },
  requestBody: "payment_intent=pi_1&amount=500&metadata[refund]=1",
  status: 200,
  responseHeaders: { "content-type": "application/json", "request-id": "req_1" },
  responseBody: JSON.stringify(refund),
};

const unit = {
  custom_id: "7",
  amount: { currency_code: "GBP", value: "10.00" },
  items: [{ name: "Biochar", quantity: "1", unit_amount: { currency_code: "GBP", value: "10.00" } }],
};

const link = { href: "https://api-m.sandbox.paypal.com/v2/checkout/orders/5O1", rel: "self", method: "GET" };

const orderCall: Call = {
  source: "server/orders/some.test.ts",
  kind: "call",
  method: "POST",
  path: "/v2/checkout/orders",
  requestHeaders: {
    "content-type": "application/json",
    "paypal-request-id": "order-1",
    prefer: "return=minimal",
  },
  requestBody: JSON.stringify({ intent: "CAPTURE", purchase_units: [unit] }),
  status: 201,
  responseHeaders: { "content-type": "application/json" },
  responseBody: JSON.stringify({ id: "5O1", status: "CREATED", links: [link] }),
};

const refundEvent: SentEvent = {
  source: "server/orders/some.test.ts",
  kind: "event",
  path: "/webhooks/stripe",
  requestHeaders: { "stripe-signature": `t=1795000000,v1=${"0".repeat(64)}` },
  requestBody: JSON.stringify({
    id: "evt_1",
    object: "event",
    api_version: "2026-10-28.endive",
    created: 1_795_000_000,
    data: { object: refund },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type: "refund.created",
  }),
};

const complaintsAbout = (...exchanges: Exchange[]) => judge.judge(exchanges).join("\n");

const callWith = (body: object, status = 200): Call => ({
  ...refundCall,
  status,
  responseBody: JSON.stringify(body),
});
const ordering = (body: object): Call => ({
  ...orderCall,
  requestBody: JSON.stringify({ intent: "CAPTURE", purchase_units: [{ ...unit, ...body }] }),
});
const paypalAnswering = (body: object, status = 201): Call => ({
  ...orderCall,
  status,
  responseBody: JSON.stringify(body),
});

describe("what went between the shop and the stand-ins", () => {
  it("is passed without a word when it is as the providers say", () => {
    expect(complaintsAbout(refundCall, orderCall, refundEvent)).toBe("");
  });

  it("is not passed when nothing was recorded", () => {
    expect(complaintsAbout()).toContain("No exchange with a provider was recorded");
  });

  it("is not passed when a call has no schema", () => {
    const line = "GET /v1/customers: is a call without a schema (server/orders/some.test.ts)";
    expect(complaintsAbout({ ...refundCall, method: "GET", path: "/v1/customers?limit=1" })).toBe(line);
    expect(complaintsAbout({ ...orderCall, path: "/v2/invoicing/invoices" })).toContain(
      "is a call without a schema",
    );
  });

  it("is reported once for many that break one rule", () => {
    const wrong = callWith({ ...refund, reason: "mood" });
    const line = complaintsAbout(
      wrong,
      { ...wrong, source: "another.test.ts" },
      { ...wrong, path: "/v1/refunds?" },
    );
    expect(line.split("\n")).toHaveLength(1);
  });
});

describe("of Stripe", () => {
  it.each<[string, Call, string]>([
    ["an unknown parameter", { ...refundCall, requestBody: "payment_intent=pi_1&colour=red" }, "/colour"],
    [
      "an unknown parameter in a query",
      { ...refundCall, method: "GET", path: "/v1/refunds?color=1" },
      "/color",
    ],
    ["a text for a number", { ...refundCall, requestBody: "amount=lots" }, "/amount"],
    ["a fraction of a penny", { ...refundCall, requestBody: "amount=1.5" }, "/amount"],
    ["more than eight digits", { ...refundCall, requestBody: "amount=100000000" }, "/amount"],
    ["a word of no enumeration", { ...refundCall, requestBody: "reason=mood" }, "/reason"],
    [
      "a long value of metadata",
      { ...refundCall, requestBody: `metadata[a]=${"x".repeat(501)}` },
      "/metadata/a",
    ],
    [
      "a missing parameter",
      { ...refundCall, path: "/v1/payment_intents", requestBody: "amount=500" },
      "lacks currency",
    ],
    [
      "a long idempotency key",
      { ...refundCall, requestHeaders: { "idempotency-key": "x".repeat(256) } },
      "Idempotency-Key",
    ],
    [
      "another version",
      { ...refundCall, requestHeaders: { "stripe-version": "2020-01-01" } },
      "Stripe-Version",
    ],
  ])("finds in a request %s", (_, call, where) => {
    expect(complaintsAbout(call)).toContain(where);
  });

  it.each<[string, Call, string]>([
    ["a missing field", callWith({ ...refund, charge: undefined }), "lacks charge, which Refund has"],
    ["an unknown field", callWith({ ...refund, colour: "red" }), "/colour"],
    ["a wrong type", callWith({ ...refund, amount: "500" }), "/amount"],
    ["a word of no enumeration", callWith({ ...refund, reason: "mood" }), "/reason"],
    ["a status that is a text to the types", callWith({ ...refund, status: "done" }), "/status"],
    ["milliseconds", callWith({ ...refund, created: 1_795_000_000_000 }), "/created"],
    ["another object", callWith({ ...refund, object: "charge" }), "/object"],
    [
      "an error code that the SDK does not name",
      callWith({ error: { type: "invalid_request_error", code: "no_luck" } }, 400),
      "/error/code",
    ],
    ["no error where there should be one", callWith(refund, 400), "lacks error"],
    [
      "no request id",
      { ...refundCall, responseHeaders: { "content-type": "application/json" } },
      "Request-Id",
    ],
  ])("finds in an answer %s", (_, call, where) => {
    expect(complaintsAbout(call)).toContain(where);
  });

  it("finds what is wrong inside what was expanded, or in a list", () => {
    const list = {
      object: "list",
      data: [refund, { ...refund, amount: null }],
      has_more: false,
      url: "/v1/refunds",
    };
    expect(complaintsAbout({ ...callWith(list), method: "GET", requestBody: "" })).toContain(
      "/data/1/amount",
    );
    const expanded = callWith({ ...refund, charge: { id: "ch_1", object: "charge" } });
    expect(complaintsAbout(expanded)).toMatch(/\/charge: lacks .*amount_refunded.*, which Charge has/);
  });

  it("finds an event that is about something else than it says", () => {
    const event = JSON.parse(refundEvent.requestBody);
    const about = (change: object) => ({
      ...refundEvent,
      requestBody: JSON.stringify({ ...event, ...change }),
    });
    expect(complaintsAbout(about({ type: "charge.refunded" }))).toContain(
      "event charge.refunded, as sent, /data/object",
    );
    expect(complaintsAbout(about({ type: "refund.vanished" }))).toContain("event refund.vanished");
    expect(complaintsAbout({ ...refundEvent, requestHeaders: {} })).toContain("Stripe-Signature");
  });
});

describe("of PayPal", () => {
  it.each<[string, Call, string]>([
    ["a missing field", ordering({ amount: { value: "10.00" } }), "/amount: lacks currency_code"],
    ["an unknown field", ordering({ colour: "red" }), "/purchase_units/0/colour"],
    ["a number for a text", ordering({ amount: { currency_code: "GBP", value: 10 } }), "/amount/value"],
    [
      "a text that is no amount",
      ordering({ amount: { currency_code: "GBP", value: "£10" } }),
      "/amount/value",
    ],
    ["a text that is too long", ordering({ custom_id: "x".repeat(128) }), "/custom_id"],
    ["a text that is empty", ordering({ custom_id: "" }), "/custom_id"],
    [
      "a word of no enumeration",
      ordering({ items: [{ ...unit.items[0], category: "SOIL" }] }),
      "/items/0/category",
    ],
    [
      "no purchase unit",
      { ...orderCall, requestBody: '{"intent":"CAPTURE","purchase_units":[]}' },
      "/purchase_units",
    ],
    [
      "a long request id",
      {
        ...orderCall,
        requestHeaders: { "content-type": "application/json", "paypal-request-id": "x".repeat(109) },
      },
      "PayPal-Request-Id",
    ],
    [
      "another preference",
      { ...orderCall, requestHeaders: { "content-type": "application/json", prefer: "return=all" } },
      "Prefer",
    ],
    ["a body that is no JSON", { ...orderCall, requestBody: "intent=CAPTURE" }, "the whole"],
    [
      "a long address",
      ordering({ shipping: { address: { country_code: "GB", postal_code: "x".repeat(61) } } }),
      "/postal_code",
    ],
  ])("finds in a request %s", (_, call, where) => {
    expect(complaintsAbout(call)).toContain(where);
  });

  it.each<[string, Call, string]>([
    ["too little", paypalAnswering({ id: "5O1", links: [link] }), "lacks status"],
    [
      "an unknown field",
      paypalAnswering({ id: "5O1", status: "CREATED", links: [link], colour: "red" }),
      "/colour",
    ],
    [
      "a status that the SDK does not name",
      paypalAnswering({ id: "5O1", status: "DONE", links: [link] }),
      "/status",
    ],
    [
      "a payer's id that is none",
      paypalAnswering({ id: "5O1", status: "APPROVED", links: [link], payer: { payer_id: "PAYER1" } }),
      "/payer/payer_id",
    ],
    [
      "an error without its parts",
      paypalAnswering({ name: "INVALID_REQUEST" }, 400),
      "lacks message, debug_id",
    ],
    [
      "an error of another status",
      paypalAnswering({ name: "INVALID_REQUEST", message: "no", debug_id: "1" }, 422),
      "/name",
    ],
    [
      "an issue that the call does not have",
      paypalAnswering(
        { name: "UNPROCESSABLE_ENTITY", message: "no", debug_id: "1", details: [{ issue: "BAD_MOOD" }] },
        422,
      ),
      "/details/0/issue",
    ],
  ])("finds in an answer %s", (_, call, where) => {
    expect(complaintsAbout(call)).toContain(where);
  });

  it("accepts a colon in the custom_id of a refund request, and finds it in the response", () => {
    const listCall: Call = {
      ...orderCall,
      path: "/v2/payments/captures/2GG/refund",
      requestBody: '{"custom_id":"duplicate:1"}',
      responseBody: JSON.stringify({
        id: "1JU",
        status: "COMPLETED",
        links: [link],
        custom_id: "duplicate:1",
      }),
    };
    expect(complaintsAbout(listCall)).toMatch(
      /^POST \/v2\/payments\/captures\/:id\/refund, answer 201, \/custom_id: .*$/,
    );
  });

  it("finds an event without its signature, and a resource that is not of its kind", () => {
    const sent = { id: "WH-1", create_time: "2026-11-22T10:00:00Z", resource_type: "capture" };
    const body = {
      ...sent,
      event_type: "PAYMENT.CAPTURE.COMPLETED",
      resource: { id: "2GG", dispute_id: "PP-1" },
    };
    const event = { ...refundEvent, path: "/webhooks/paypal", requestBody: JSON.stringify(body) };
    expect(complaintsAbout(event)).toContain("paypal-transmission-sig");
    expect(complaintsAbout(event)).toContain("/resource/dispute_id");
  });
});

describe("what a stand-in's own test sends wrong on purpose", () => {
  const onPurpose = {
    ...refundCall,
    source: "server/sandbox/some.test.ts",
    requestBody: "colour=red",
  };
  const refusal = {
    error: {
      type: "invalid_request_error",
      code: "parameter_unknown",
      message: "Received unknown parameter",
    },
  };

  it("is nobody's fault when the stand-in refuses it", () => {
    expect(complaintsAbout({ ...onPurpose, status: 400, responseBody: JSON.stringify(refusal) })).toBe("");
  });

  it("is the stand-in's fault when it takes it", () => {
    expect(complaintsAbout(onPurpose)).toContain("/colour");
  });

  it("is the shop's fault when it comes from elsewhere", () => {
    const shop = {
      ...onPurpose,
      source: refundCall.source,
      status: 400,
      responseBody: JSON.stringify(refusal),
    };
    expect(complaintsAbout(shop)).toContain("/colour");
  });
});

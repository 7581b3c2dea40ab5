import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { payPalOrderRequest } from "#server/payments/paypal/paypal-order.ts";
import {
  approvePayPalOrder,
  runTestSandbox,
  setPayPalBehaviour,
  startedSandbox,
} from "#server/testing/sandbox.ts";

await runTestSandbox();

const setBehaviour = setPayPalBehaviour;
afterEach(() => setBehaviour({}));

const responseSchema = z.looseObject({
  id: z.string().optional(),
  access_token: z.string().optional(),
  name: z.string().optional(),
  message: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.looseObject({ issue: z.string() })).optional(),
  links: z.array(z.object({ href: z.string(), rel: z.string(), method: z.string() })).optional(),
});

async function send(path: string, init: RequestInit) {
  const { port } = startedSandbox();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  return { ...responseSchema.parse(await response.json()), status: response.status };
}

async function token(): Promise<string> {
  const { clientId, clientSecret } = startedSandbox().payPal;
  const Authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  return (
    (await send("/v1/oauth2/token", { method: "POST", headers: { Authorization }, body })).access_token ?? ""
  );
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return send(path, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: {
      Authorization: `Bearer ${await token()}`,
      "Content-Type": "application/json",
      "PayPal-Request-Id": randomUUID(),
      Prefer: "return=representation",
      ...headers,
    },
  });
}

type Fields = Record<string, unknown>;

/** One of the shop's orders, with parts of it replaced. */
function orderBody({ unit = {}, experience = {} }: { unit?: Fields; experience?: Fields } = {}) {
  const body = z
    .looseObject({
      purchase_units: z.array(z.looseObject({})),
      payment_source: z.object({
        paypal: z.object({ experience_context: z.looseObject({}) }),
      }),
    })
    .parse(
      payPalOrderRequest({
        checkoutId: randomUUID(),
        invoiceId: `INV-${randomUUID()}`,
        total: 1000,
        currency: "gbp",
        snapshot: null,
        shipTo: null,
        storeName: "Shop",
        publicUrl: "http://shop.test",
      }),
    );
  return {
    ...body,
    purchase_units: [{ ...body.purchase_units[0], ...unit }],
    payment_source: {
      paypal: { experience_context: { ...body.payment_source.paypal.experience_context, ...experience } },
    },
  };
}

const ORDERS = "/v2/checkout/orders";
const create = async () => (await post(ORDERS, orderBody())).id ?? "";
const capture = (id: string, headers: Record<string, string> = {}) =>
  post(`${ORDERS}/${id}/capture`, {}, headers);
const issuesOf = ({ details }: { details?: { issue: string }[] | undefined }) =>
  details?.map(({ issue }) => issue);

const address = (changes: Fields) => ({
  unit: {
    shipping: {
      name: { full_name: "Gwen" },
      address: {
        address_line_1: "1 Mill Lane",
        admin_area_2: "Ludlow",
        postal_code: "SY8 1AA",
        country_code: "GB",
        ...changes,
      },
    },
  },
  experience: { shipping_preference: "SET_PROVIDED_ADDRESS" },
});

describe("an order is refused as PayPal's schema says", () => {
  it.each<[string, Parameters<typeof orderBody>[0], string, string]>([
    [
      "custom_id of 128 characters",
      { unit: { custom_id: "x".repeat(128) } },
      "custom_id",
      "INVALID_PARAMETER_VALUE",
    ],
    ["empty invoice_id", { unit: { invoice_id: "" } }, "invoice_id", "INVALID_PARAMETER_VALUE"],
    ["missing amount", { unit: { amount: undefined } }, "amount", "INVALID_PARAMETER_VALUE"],
    [
      "amount as a number",
      { unit: { amount: { currency_code: "GBP", value: 10 } } },
      "amount/value",
      "INVALID_PARAMETER_VALUE",
    ],
    [
      "name of 301 characters",
      { unit: { shipping: { name: { full_name: "x".repeat(301) } } } },
      "shipping/name/full_name",
      "INVALID_PARAMETER_VALUE",
    ],
    [
      "postal code of 61",
      address({ postal_code: "1".repeat(61) }),
      "shipping/address/postal_code",
      "INVALID_PARAMETER_VALUE",
    ],
    [
      "country in words",
      address({ country_code: "UK" }),
      "shipping/address/country_code",
      "INVALID_COUNTRY_CODE",
    ],
    ["field it does not know", { unit: { colour: "red" } }, "colour", "NOT_SUPPORTED"],
  ])("%s", async (_, changes, field, issue) => {
    const refused = await post(ORDERS, orderBody(changes));
    expect(refused).toMatchObject({
      status: 400,
      name: "INVALID_REQUEST",
      details: [
        { field: `/purchase_units/0/${field}`, issue, location: "body", description: expect.any(String) },
      ],
      debug_id: expect.stringMatching(/^[0-9a-f]{13}$/),
    });
  });

  it("brand names are not empty and in one line", async () => {
    for (const brand_name of ["", "Oxbow\nBiochar"]) {
      expect((await post(ORDERS, orderBody({ experience: { brand_name } }))).status).toBe(400);
    }
  });

  it("every field at fault is named", async () => {
    const refused = await post(ORDERS, orderBody({ unit: { custom_id: "", invoice_id: "x".repeat(128) } }));
    expect(refused.details).toHaveLength(2);
  });
});

describe("an order is refused as PayPal's rules say", () => {
  it.each<[string, Fields, string | undefined]>([
    ["without a city", { admin_area_2: "" }, "CITY_REQUIRED"],
    ["without a postal code", { postal_code: " " }, "POSTAL_CODE_REQUIRED"],
    ["in Ireland without a postal code", { postal_code: "", country_code: "IE" }, undefined],
    ["in the United States without a state", { country_code: "US" }, "SHIPPING_ADDRESS_INVALID"],
  ])("an address %s", async (_, changes, issue) => {
    const response = await post(ORDERS, orderBody(address(changes)));
    expect(issuesOf(response)).toEqual(issue && [issue]);
  });

  it.each<[string, Fields, string]>([
    ["nothing", { currency_code: "GBP", value: "0.00" }, "CANNOT_BE_ZERO_OR_NEGATIVE"],
    ["parts of a penny", { currency_code: "GBP", value: "1.001" }, "DECIMAL_PRECISION"],
    ["hundredths of a yen", { currency_code: "JPY", value: "100.00" }, "DECIMAL_PRECISION"],
    ["a currency that is none", { currency_code: "XXX", value: "100.00" }, "INVALID_CURRENCY_CODE"],
    [
      "a wrong sum",
      {
        currency_code: "GBP",
        value: "9.00",
        breakdown: {
          item_total: { currency_code: "GBP", value: "7.00" },
          shipping: { currency_code: "GBP", value: "1.00" },
        },
      },
      "AMOUNT_MISMATCH",
    ],
  ])("an amount of %s", async (_, amount, issue) => {
    const refused = await post(ORDERS, orderBody({ unit: { amount } }));
    expect(refused).toMatchObject({ status: 422, name: "UNPROCESSABLE_ENTITY" });
    expect(issuesOf(refused)).toEqual([issue]);
  });
});

describe("requests", () => {
  it("need PayPal-Request-Id with a payment source, of 108 characters at most, and JSON", async () => {
    const { port } = startedSandbox();
    expect(port).toBeGreaterThan(0);
    const headers = { Authorization: `Bearer ${await token()}`, "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(orderBody()) };
    expect(issuesOf(await send(ORDERS, init))).toEqual(["PAYPAL_REQUEST_ID_REQUIRED"]);
    const long = await post(ORDERS, orderBody(), { "PayPal-Request-Id": "x".repeat(109) });
    expect(issuesOf(long)).toEqual(["INVALID_STRING_LENGTH"]);
    expect(issuesOf(await post(ORDERS, "{"))).toEqual(["MALFORMED_REQUEST_JSON"]);
    const form = await post(ORDERS, "a=b", { "Content-Type": "application/x-www-form-urlencoded" });
    expect(form).toMatchObject({ status: 415, name: "UNSUPPORTED_MEDIA_TYPE" });
  });

  it("with one id, one after the other, make one order", async () => {
    const body = orderBody();
    const id = { "PayPal-Request-Id": randomUUID() };
    expect((await post(ORDERS, body, id)).id).toBe((await post(ORDERS, body, id)).id);
  });

  it("with one id at once make one order too, and the others are refused", async () => {
    const body = orderBody();
    const id = { "PayPal-Request-Id": randomUUID() };
    const responses = await Promise.all(Array.from({ length: 8 }, () => post(ORDERS, body, id)));
    expect(new Set(responses.flatMap((response) => response.id ?? [])).size).toBe(1);
    for (const refused of responses.filter(({ status }) => status !== 200)) {
      expect(refused.status).toBe(409);
      expect(issuesOf(refused)).toEqual(["PREVIOUS_REQUEST_IN_PROGRESS"]);
    }
  });

  it("are remembered for 6 hours about orders, and for 45 days about refunds", async () => {
    const now = Date.now();
    onTestFinished(() => void vi.useRealTimers());
    const aged = (hours: number) => vi.useFakeTimers({ toFake: ["Date"], now: now + hours * 3_600_000 });
    const id = { "PayPal-Request-Id": randomUUID() };
    const body = orderBody();
    const first = await post(ORDERS, body, id);
    aged(5);
    expect((await post(ORDERS, body, id)).id).toBe(first.id);
    aged(7);
    expect((await post(ORDERS, body, id)).id).not.toBe(first.id);

    aged(0);
    const orderId = await create();
    await approvePayPalOrder(orderId);
    const captured = await capture(orderId);
    const captureId = JSON.stringify(captured).match(/"captures":\[\{"id":"(\w+)"/)?.[1];
    const refund = () =>
      post(
        `/v2/payments/captures/${captureId}/refund`,
        { amount: { currency_code: "GBP", value: "1.00" } },
        id,
      );
    const refunded = await refund();
    aged(44 * 24);
    expect((await refund()).id).toBe(refunded.id);
    aged(46 * 24);
    expect((await refund()).id).not.toBe(refunded.id);
  });
});

describe("a capture", () => {
  it("leads the payer back by the refusal's own link, in either state of the order", async () => {
    for (const declinedOrder of ["PAYER_ACTION_REQUIRED", "APPROVED"] as const) {
      await setBehaviour({ declinedOrder });
      const id = await create();
      await approvePayPalOrder(id, "declined");
      const refused = await capture(id);
      expect(refused).toMatchObject({
        status: 422,
        links: [{ rel: "redirect", href: expect.stringContaining(id), method: "GET" }],
      });
      expect(issuesOf(refused)).toEqual(["INSTRUMENT_DECLINED"]);
      await approvePayPalOrder(id);
      expect((await capture(id)).status).toBe(201);
    }
  });

  it.each([
    ["latest", 200],
    ["same", 422],
    ["new-try", 201],
  ] as const)("that was refused and is sent again: %s", async (repeatedRefusal, status) => {
    await setBehaviour({ repeatedRefusal, declinedOrder: "APPROVED" });
    const id = await create();
    await approvePayPalOrder(id, "declined");
    const key = { "PayPal-Request-Id": randomUUID() };
    expect((await capture(id, key)).status).toBe(422);
    await approvePayPalOrder(id);
    expect((await capture(id, key)).status).toBe(status);
  });

  it("is not tried for ever", async () => {
    await setBehaviour({ declinedOrder: "APPROVED" });
    const id = await create();
    await approvePayPalOrder(id, "declined");
    const refusals = [];
    for (let attempt = 0; attempt <= 10; attempt += 1) refusals.push(await capture(id));
    expect(issuesOf(refusals[9] ?? {})).toEqual(["INSTRUMENT_DECLINED"]);
    expect(issuesOf(refusals[10] ?? {})).toEqual(["MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED"]);
  });
});

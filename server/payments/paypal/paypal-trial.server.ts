import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { PostalAddress } from "#server/checkout/priced-snapshot.ts";
import { listed } from "../provider-profile.ts";
import {
  type Bench,
  type Experiment,
  fine,
  notFine,
  notTried,
  type Outcome,
  onBench,
  outcomeWhen,
  type ProviderTrial,
} from "../provider-trial.ts";
import { isSameRefundKey, refundKeyOf } from "../refund-key.ts";
import {
  captureAtPayPal,
  createOrderAtPayPal,
  findPayPalOrder,
  refundAtPayPal,
  unlessMissing,
} from "./paypal-calls.server.ts";
import { PayPalError, type PayPalGateway } from "./paypal-client.server.ts";
import {
  approvalLinkOf,
  captureOf,
  payPalOrderRequest,
  paypalOrderSchema,
  paypalRefundSchema,
} from "./paypal-order.ts";
import { payPalProfile } from "./paypal-profile.ts";

type PayPalBench = Bench<PayPalGateway>;

/** Nobody has to listen at these addresses. */
const SHOP = "https://example.com";
const POUND = { currency_code: "GBP", value: "1.00" };

/** Ids as PayPal makes them, of nothing. */
const NO_CAPTURE = "0AA00000AA000000A";
const NO_REFUND = "0AA00000AA000000R";

const WITHOUT_STATE = {
  US: { city: "Austin", postcode: "78701" },
  CA: { city: "Toronto", postcode: "M5H 2N2" },
  AU: { city: "Sydney", postcode: "2000" },
} as const;

/** What the shop believes of PayPal and no document says, or only half. */
const experiments: readonly Experiment<PayPalGateway>[] = [
  {
    assumption:
      "orders to the United States, Canada and Australia can be begun, though the shop asks for no state",
    try: orderAbroad,
  },
  {
    assumption:
      "an address in the United States without its state, as the one to deliver to: the shop sends none",
    try: addressWithoutState,
  },
  { assumption: "the buttons are shown with or without a client token", try: askForToken },
  {
    assumption: "a declined card or account is 422 INSTRUMENT_DECLINED (PayPal-Mock-Response)",
    try: mockDecline,
  },
  {
    assumption:
      "after a declined capture the payer is sent back to choose again, whatever state the order is in",
    try: captureApproved,
  },
  {
    assumption: "the name that the shop gives a refund is taken and comes back as it was sent",
    try: nameRefund,
  },
  {
    assumption: "a refund that PayPal does not know is a 404, and nothing is imported for it",
    try: findNoRefund,
  },
  {
    assumption: "a capture that PayPal took back is counted, whether or not its refund can be looked up",
    try: findReversal,
  },
];

export const payPalTrial: ProviderTrial = {
  howToSet: `Set PAYPAL_ENVIRONMENT=sandbox, ${listed(payPalProfile.keys)} to those of an app in PayPal's sandbox.`,
  // Its keys do not say of which mode they are; PAYPAL_ENVIRONMENT does, and live is refused.
  keyError: () => undefined,
  isRefusal: (error) => error instanceof PayPalError && [400, 404, 409, 422].includes(error.status),
  begin: ({ paypal }, ask) => {
    if (!paypal) return undefined;
    const bench: PayPalBench = { provider: paypal, ask, made: [] };
    return {
      assertTestMode: async () => undefined,
      experiments: onBench(experiments, bench),
      cleanUp: () => cleanUp(bench),
    };
  },
};

/** What was captured goes back. An order cannot be cancelled at PayPal. */
async function cleanUp({ provider, made }: PayPalBench): Promise<string> {
  const open: string[] = [];
  for (const id of made) {
    await giveBack(provider, id).catch(() => open.push(id));
  }
  const kept = `PayPal's sandbox keeps ${made.length} orders; what was captured was given back, and those that nobody approved end there by themselves.`;
  return open.length === 0 ? kept : `${kept} Look at these in its dashboard: ${open.join(", ")}.`;
}

async function giveBack(provider: PayPalGateway, orderId: string): Promise<void> {
  const capture = await capturedOf(provider, orderId);
  if (!capture || !["COMPLETED", "PARTIALLY_REFUNDED"].includes(capture.status)) return;
  await refundAtPayPal(provider, capture.id, {}, randomUUID());
}

async function capturedOf(provider: PayPalGateway, orderId: string) {
  const order = await findPayPalOrder(provider, orderId);
  return order && captureOf(order);
}

async function orderAbroad(bench: PayPalBench): Promise<Outcome> {
  const answers = await Promise.all(
    Object.entries(WITHOUT_STATE).map(([countryCode, place]) =>
      orderTo(bench, {
        name: "Test Person",
        address: "1 Test Street",
        country: countryCode,
        countryCode,
        ...place,
      }),
    ),
  );
  const text = answers.map(({ words }) => words).join("; ");
  return outcomeWhen(
    answers.every(({ isTaken }) => isTaken),
    `${text}. What PayPal's page says to it shows in a browser.`,
  );
}

/** As the shop does: an order whose address is refused is asked for once more without it. */
async function orderTo(bench: PayPalBench, shipTo: PostalAddress) {
  const refusal = await refused(() => beginOrder(bench, shipTo));
  if (!refusal) return { isTaken: true, words: `${shipTo.country}: taken` };
  const again = await refused(() => beginOrder(bench, null));
  return {
    isTaken: !again,
    words: `${shipTo.country}: ${wordsOf(refusal)}, then without the address ${wordsOf(again)}`,
  };
}

/** An order as the shop's own checkout asks for it. */
async function beginOrder({ provider, made }: PayPalBench, shipTo: PostalAddress | null) {
  const body = payPalOrderRequest({
    checkoutId: randomUUID(),
    invoiceId: `CHECK-${randomUUID()}`,
    total: 100,
    currency: "gbp",
    snapshot: null,
    shipTo,
    storeName: "Oxbow Biochar",
    publicUrl: SHOP,
  });
  const order = await createOrderAtPayPal(provider, body, randomUUID());
  made.push(order.id);
  return order;
}

async function addressWithoutState({ provider, made }: PayPalBench): Promise<Outcome> {
  const { city, postcode } = WITHOUT_STATE.US;
  const address = {
    address_line_1: "1 Test Street",
    admin_area_2: city,
    postal_code: postcode,
    country_code: "US",
  };
  const experience = {
    shipping_preference: "SET_PROVIDED_ADDRESS",
    return_url: `${SHOP}/done`,
    cancel_url: `${SHOP}/cancelled`,
  };
  const body = {
    intent: "CAPTURE",
    purchase_units: [{ amount: POUND, shipping: { name: { full_name: "Test Person" }, address } }],
    payment_source: { paypal: { experience_context: experience } },
  };
  const refusal = await refused(async () => {
    made.push((await createOrderAtPayPal(provider, body, randomUUID())).id);
  });
  return fine(`PayPal's answer: ${wordsOf(refusal)}.`);
}

async function askForToken({ provider }: PayPalBench): Promise<Outcome> {
  const schema = z.object({ client_token: z.string() });
  const refusal = await refused(() => provider.client.send(schema, "POST", "/v1/identity/generate-token"));
  return fine(
    refusal ? `None: ${wordsOf(refusal)}. The buttons are loaded without.` : "PayPal gives a token.",
  );
}

/** The mock answers before PayPal looks at the order, which nobody has approved (developer.paypal.com, "Request headers"). */
async function mockDecline(bench: PayPalBench): Promise<Outcome> {
  const { id } = await beginOrder(bench, null);
  const refusal = await refused(() => captureMocked(bench, id));
  if (!refusal) return notFine("The mock was not heeded: the capture went through.");
  const after = await findPayPalOrder(bench.provider, id);
  return outcomeWhen(
    isDecline(refusal),
    `${wordsOf(refusal)} ${wayBack(refusal)}; the order, which nobody approved, is ${after?.status ?? "gone"}.`,
  );
}

function captureMocked({ provider }: PayPalBench, orderId: string) {
  return provider.client.send(paypalOrderSchema, "POST", `/v2/checkout/orders/${orderId}/capture`, {
    body: {},
    requestId: randomUUID(),
    mockedIssue: "INSTRUMENT_DECLINED",
  });
}

/** In these states of an order the shop sends the payer back, or asks PayPal's buttons to begin again. */
const handledAfterDecline = ["CREATED", "APPROVED", "PAYER_ACTION_REQUIRED"];

async function captureApproved(bench: PayPalBench): Promise<Outcome> {
  if (!bench.ask) return notTried("A payer has to approve an order in a browser: run with --interactive.");
  const order = await beginOrder(bench, null);
  const address = approvalLinkOf(order) ?? "PayPal's page";
  await bench.ask(
    `Approve ${address} as a sandbox buyer, then press Enter. For a real decline choose a card whose billing address is CCREJECT-REFUSED.`,
  );
  const refusal = await refused(() => captureAtPayPal(bench.provider, order.id, randomUUID()));
  const after = await findPayPalOrder(bench.provider, order.id);
  const state = `the order is ${after?.status ?? "gone"}`;
  if (!refusal) return notTried(`The capture was not declined: ${state}, its money goes back at the end.`);
  if (!isDecline(refusal)) return notTried(`${wordsOf(refusal)}; ${state}.`);
  return outcomeWhen(
    handledAfterDecline.includes(after?.status ?? ""),
    `${wordsOf(refusal)} ${wayBack(refusal)}; ${state}.`,
  );
}

/**
 * With an approved order a refund is made; without one the request alone is checked, of a capture that does not exist:
 * PayPal looks at the shape of a request (400) before it looks for what it names (404).
 */
async function nameRefund(bench: PayPalBench): Promise<Outcome> {
  const captures = await Promise.all(bench.made.map((id) => capturedOf(bench.provider, id)));
  const capture = captures.find((each) => each?.status === "COMPLETED");
  const name = refundKeyOf("unavailable", capture?.id ?? NO_CAPTURE);
  const give = (customId: string) =>
    refundAtPayPal(
      bench.provider,
      capture?.id ?? NO_CAPTURE,
      { amount: { ...POUND, value: "0.10" }, custom_id: customId },
      randomUUID(),
    );
  const colon = await refused(() => give(name.replace("-", ":")));
  const withColon = `with a colon: ${wordsOf(colon)}`;
  if (!capture) {
    const refusal = await refused(() => give(name));
    return outcomeWhen(
      refusal !== undefined && refusal.status !== 400,
      `A refund of nothing is ${wordsOf(refusal)}; ${withColon}. Whether the name comes back shows with --interactive.`,
    );
  }
  const made = await give(name);
  const kept = await findRefund(bench.provider, made.id);
  return outcomeWhen(
    isSameRefundKey(name, kept.custom_id ?? null),
    `${name} comes back as ${kept.custom_id ?? "nothing"}; ${withColon}.`,
  );
}

function findRefund({ client }: PayPalGateway, id: string) {
  return client.send(paypalRefundSchema, "GET", `/v2/payments/refunds/${id}`);
}

async function findNoRefund({ provider }: PayPalBench): Promise<Outcome> {
  const refusal = await refused(() => findRefund(provider, NO_REFUND));
  return outcomeWhen(refusal?.status === 404, wordsOf(refusal, "PayPal has one of that id."));
}

/** GET /v1/notifications/webhooks-events (developer.paypal.com, "Webhooks Management"), as far as it is read here. */
const eventsSchema = z.looseObject({
  events: z.array(z.looseObject({ resource: z.looseObject({ id: z.string().optional() }) })).default([]),
});

async function findReversal({ provider }: PayPalBench): Promise<Outcome> {
  const query = new URLSearchParams({ event_type: "PAYMENT.CAPTURE.REVERSED", page_size: "1" });
  const path = `/v1/notifications/webhooks-events?${query}`;
  const id = (await provider.client.send(eventsSchema, "GET", path)).events[0]?.resource.id;
  if (!id) {
    return notTried(
      "Nothing was reversed on this account lately: open a case for a test payment as its sandbox buyer, decide it for the buyer, and run this again.",
    );
  }
  const refund = await unlessMissing(findRefund(provider, id));
  return fine(
    refund ? `Its refund is there: ${refund.status}, ${refund.amount.value}.` : "Its refund is a 404.",
  );
}

/** PayPal's refusal of a call; undefined when it was carried out. @throws what is no refusal */
async function refused(call: () => Promise<unknown>): Promise<PayPalError | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (error instanceof PayPalError && !error.isUncertain && error.status !== 401) return error;
    throw error;
  }
}

/** Such as "422 INSTRUMENT_DECLINED". */
function wordsOf(refusal: PayPalError | undefined, otherwise = "taken"): string {
  return refusal ? `${refusal.status} ${refusal.issue}` : otherwise;
}

function isDecline(refusal: PayPalError): boolean {
  return refusal.status === 422 && refusal.issue === "INSTRUMENT_DECLINED";
}

/** The shop takes the link of the refusal, else PayPal's page of the order. */
function wayBack(refusal: PayPalError): string {
  return refusal.redirect ? "with a link back to PayPal" : "without a link back";
}

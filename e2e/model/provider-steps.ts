import fc from "fast-check";
import { penceToDecimal } from "#server/pricing/money.ts";
import {
  adjudicatePayPalDispute,
  changePayPalOrder,
  decideStripeDispute,
  settleCapture,
  startedSandbox,
} from "#server/testing/sandbox.ts";
import { disputePayment } from "./at-the-provider.ts";
import { mishap } from "./mishaps.ts";
import { deliver, isToldByEventsOnly, listEvents, sendAgain } from "./provider-events.ts";
import {
  type Charge,
  finishTask,
  listCharges,
  listOpenDisputes,
  listPendingCaptures,
  listUnpayableOrders,
  type OpenDispute,
} from "./provider-records.ts";
import { anythingAgreed, anythingCharged, pick, type Step, step } from "./step.ts";
import type { World } from "./world.ts";

const which = fc.nat(30);

/** What the providers do by themselves, and what happens in their dashboards. */
export const providerSteps: { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
  {
    weight: 8,
    arbitrary: step({
      name: "an event arrives",
      given: fc.record({ which, mishap }),
      can: (model) => model.news > 0,
      act: async (world, model, input) => {
        const event = pick(await listEvents(world, model), input.which);
        if (event) await deliver(world, model, event, input.mishap);
      },
    }),
  },
  {
    weight: 2,
    arbitrary: step({
      name: "an event is lost",
      given: fc.record({ which }),
      can: (model) => model.news > 0,
      act: async (world, model, input) => {
        const event = pick(await listEvents(world, model), input.which);
        if (!event || isToldByEventsOnly(event)) return;
        model.dropped.add(event.subject);
        await finishTask(event);
        world.log.push(`event ${event.subject} (${event.type}) is lost`);
      },
    }),
  },
  {
    weight: 2,
    arbitrary: step({
      name: "an event is sent again",
      given: fc.record({ which, mishap }),
      can: (model) => model.delivered.length > 0,
      act: async (world, model, input) => {
        const event = pick(model.delivered, input.which);
        if (event) await sendAgain(world, event, input.mishap);
      },
    }),
  },
  {
    weight: 3,
    arbitrary: step({
      name: "refund in the dashboard",
      given: fc.record({ which, part: fc.constantFrom(1, 0.25) }),
      can: anythingCharged,
      act: async (world, _model, input) => {
        const charge = pick(listCharges(), input.which);
        if (charge) await refundInDashboard(world, charge, input.part);
      },
    }),
  },
  {
    weight: 1,
    arbitrary: step({
      name: "dispute",
      given: fc.record({ which }),
      can: anythingCharged,
      act: async (world, _model, input) => {
        const open = listCharges().filter(({ disputed, refunded, amount }) => !disputed && refunded < amount);
        const charge = pick(open, input.which);
        if (charge) await dispute(world, charge);
      },
    }),
  },
  {
    weight: 2,
    arbitrary: step({
      name: "decide a dispute",
      given: fc.record({ which, won: fc.boolean() }),
      can: anythingCharged,
      act: async (world, _model, input) => {
        const open = pick(listOpenDisputes(), input.which);
        if (open) await decideDispute(world, open, input.won);
      },
    }),
  },
  {
    weight: 2,
    arbitrary: step({
      name: "PayPal decides on a pending capture",
      given: fc.record({ which, completed: fc.boolean() }),
      can: anythingAgreed,
      act: async (world, _model, input) => {
        const capture = pick(listPendingCaptures(), input.which);
        if (capture) await decideCapture(world, capture, input.completed);
      },
    }),
  },
  {
    weight: 6,
    arbitrary: step({
      name: "a payer's account works again",
      given: fc.record({ which }),
      can: ({ agreements }) => agreements.some(({ payment }) => isPayPalOrder(payment)),
      act: async (world, _model, input) => {
        const order = pick(listUnpayableOrders(), input.which);
        if (!order) return;
        await changePayPalOrder(order, { funding: "paid" });
        world.log.push(`the payer of ${order} has money again`);
      },
    }),
  },
];

/** Stripe's ids contain their kind. */
function isPayPalOrder(payment: string): boolean {
  return !/^(pi|cs)_/.test(payment);
}

async function refundInDashboard(world: World, charge: Charge, part: number): Promise<void> {
  const amount = Math.round((charge.amount - charge.refunded) * part);
  const response =
    charge.provider === "stripe"
      ? await atStripe("/v1/refunds", { payment_intent: charge.id, amount: String(amount) })
      : await atPayPal(`/v2/payments/captures/${charge.id}/refund`, {
          amount: { currency_code: "GBP", value: penceToDecimal(amount) },
        });
  world.log.push(`${amount} of ${charge.id} is refunded in the dashboard: ${response}`);
}

async function dispute(world: World, charge: Charge): Promise<void> {
  await disputePayment(charge);
  world.log.push(`the payer of ${charge.id} opens a dispute`);
}

export async function decideDispute(
  world: World,
  { id, provider }: OpenDispute,
  won: boolean,
): Promise<void> {
  await (provider === "stripe"
    ? decideStripeDispute(id, won ? "won" : "lost")
    : adjudicatePayPalDispute(id, won ? "SELLER_FAVOR" : "BUYER_FAVOR"));
  world.log.push(`the dispute ${id} is ${won ? "won" : "lost"}`);
}

export async function decideCapture(world: World, capture: string, completed: boolean): Promise<void> {
  await settleCapture(capture, completed ? "COMPLETED" : "DECLINED");
  world.log.push(`PayPal ${completed ? "completes" : "denies"} ${capture}`);
}

/** Like a person in the dashboard: without anything that the shop would recognise. */
async function atStripe(path: string, fields: Record<string, string>): Promise<number> {
  const { port, secretKey } = startedSandbox();
  const headers = { Authorization: `Bearer ${secretKey}` };
  const body = new URLSearchParams(fields);
  return (await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body })).status;
}

async function atPayPal(path: string, body: object): Promise<number> {
  const { port, payPal } = startedSandbox();
  const signIn = await fetch(`http://127.0.0.1:${port}/v1/oauth2/token`, {
    method: "POST",
    headers: {
      Authorization: `Basic ${Buffer.from(`${payPal.clientId}:${payPal.clientSecret}`).toString("base64")}`,
    },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token: token } = (await signIn.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  return (await fetch(`http://127.0.0.1:${port}${path}`, request)).status;
}

import { randomUUID } from "node:crypto";
import fc from "fast-check";
import Stripe from "stripe";
import { refundAtPayPal, requirePayPal } from "#server/payments/paypal/paypal-client.server.ts";
import { penceToDecimal } from "#server/pricing/money.ts";
import { loadPayPal, payPalCaptures, payPalEvents } from "#server/sandbox/paypal/paypal-store.server.ts";
import { openPayPalDispute } from "#server/sandbox/paypal/refunds-and-disputes.server.ts";
import { readInSandbox, runInSandbox } from "#server/sandbox/sandbox-process.server.ts";
import { openDispute } from "#server/sandbox/stripe/disputes.server.ts";
import { finishRefund } from "#server/sandbox/stripe/refunds.server.ts";
import type { RefundState } from "#server/sandbox/stripe/sandbox-state.ts";
import { charges, events, load, paymentIntents } from "#server/sandbox/stripe/sandbox-store.server.ts";
import { eventShape } from "#server/sandbox/stripe/stripe-shapes.ts";
import { handlePayPalEvent, handleStripeEvent } from "#server/testing/checkouts.ts";
import { cards } from "#server/testing/payer.ts";
import {
  adjudicatePayPalDispute,
  changeAtProviders,
  decideStripeDispute,
  finishCapture,
  payPalHeaders,
  startedSandbox,
} from "#server/testing/sandbox.ts";
import { type Fault, fault, NONE } from "./action.ts";
import type { Model } from "./model.ts";
import {
  type Charge,
  finishTask,
  isEvent,
  listCharges,
  listOpenDisputes,
  listPendingCaptures,
  listTasks,
  listUnpayableOrders,
  type OpenDispute,
  type WaitingTask,
} from "./providers.ts";
import { anythingAgreed, anythingCharged, type DrawnSteps, pick, step } from "./step.ts";
import { SYSTEM, type World } from "./world.ts";

const which = fc.nat(30);

/** What the providers do by themselves, and what happens in their dashboards. */
export const providerSteps: DrawnSteps[] = [
  step({
    name: "an event arrives",
    weight: 8,
    given: fc.record({ which, fault }),
    can: (model) => model.news > 0,
    act: async (world, model, input) => {
      const event = pick(listEvents(model), input.which);
      if (event) await deliver(world, model, event, input.fault);
    },
  }),
  step({
    name: "an event is lost",
    weight: 2,
    given: fc.record({ which }),
    can: (model) => model.news > 0,
    act: async (world, model, input) => {
      const event = pick(listEvents(model), input.which);
      if (!event || isToldByEventsOnly(event)) return;
      model.dropped.add(event.subject);
      await finishTask(event);
      world.log.push(`event ${event.subject} (${event.type}) is lost`);
    },
  }),
  step({
    name: "an event is sent again",
    weight: 2,
    given: fc.record({ which, fault }),
    can: (model) => model.delivered.length > 0,
    act: async (world, model, input) => {
      const event = pick(model.delivered, input.which);
      if (event) await send(world, { ...event, type: "again" }, input.fault, async () => undefined);
    },
  }),
  step({
    name: "refund in the dashboard",
    weight: 3,
    given: fc.record({ which, part: fc.constantFrom(1, 0.25) }),
    can: anythingCharged,
    act: async (world, _model, input) => {
      const charge = pick(listCharges(), input.which);
      if (charge) await refundInDashboard(world, charge, input.part);
    },
  }),
  step({
    name: "dispute",
    weight: 1,
    given: fc.record({ which }),
    can: anythingCharged,
    act: async (world, _model, input) => {
      const open = listCharges().filter(
        ({ isDisputed, refunded, amount }) => !isDisputed && refunded < amount,
      );
      const charge = pick(open, input.which);
      if (charge) await dispute(world, charge);
    },
  }),
  step({
    name: "decide a dispute",
    weight: 2,
    given: fc.record({ which, won: fc.boolean() }),
    can: anythingCharged,
    act: async (world, _model, input) => {
      const open = pick(listOpenDisputes(), input.which);
      if (open) await decideDispute(world, open, input.won);
    },
  }),
  step({
    name: "PayPal decides on a pending capture",
    weight: 2,
    given: fc.record({ which, completed: fc.boolean() }),
    can: anythingAgreed,
    act: async (world, _model, input) => {
      const capture = pick(listPendingCaptures(), input.which);
      if (capture) await decideCapture(world, capture, input.completed);
    },
  }),
  step({
    name: "a payer's account works again",
    weight: 6,
    given: fc.record({ which }),
    // Stripe's ids contain their kind.
    can: ({ agreements }) => agreements.some(({ payment }) => !/^(pi|cs)_/.test(payment)),
    act: async (world, _model, input) => {
      const order = pick(listUnpayableOrders(), input.which);
      if (!order) return;
      await changeAtProviders(order, { funding: "paid" });
      world.log.push(`the payer of ${order} has money again`);
    },
  }),
];

/** Events that have not arrived yet and will, oldest first. */
export function listEvents({ dropped }: Pick<Model, "dropped">): WaitingTask[] {
  return listTasks().filter((task) => isEvent(task) && !dropped.has(task.subject));
}

/** Nothing else would ever tell the shop of these: the provider retries them for days. */
function isToldByEventsOnly({ type }: WaitingTask): boolean {
  return /refund|dispute|reversed/i.test(type ?? "");
}

/** Sends an event to the shop, which accepts it or gets it again later. */
export async function deliver(
  world: World,
  model: Model,
  event: WaitingTask,
  fault: Fault = NONE,
): Promise<void> {
  const provider = event.name === "deliver_event" ? "stripe" : "paypal";
  await send(world, { id: event.subject, provider, type: event.type ?? "" }, fault, async () => {
    await finishTask(event);
    model.delivered.push({ id: event.subject, provider });
  });
}

/** An event is sent for days, until it is accepted. */
const MOST_TRIES = 6;

export async function deliverAll(
  world: World,
  model: Model,
  { newestEventFirst }: { newestEventFirst: boolean } = { newestEventFirst: false },
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const events = listEvents(model);
    if (events.length === 0) return;
    for (const event of newestEventFirst ? events.reverse() : events) {
      await deliver(world, model, event);
      await model.look(world);
    }
  }
}

async function send(
  world: World,
  { id, provider, type }: Model["delivered"][number] & { type: string },
  fault: Fault,
  taken: () => Promise<void>,
): Promise<void> {
  const body = readInSandbox((store) =>
    JSON.stringify(
      provider === "stripe" ? eventShape(load(store, events, id)) : loadPayPal(store, payPalEvents, id),
    ),
  );
  // Signed when it was sent, however long it is on its way.
  const headers = payPalHeaders(body);
  await world.act(`event ${id} (${type}) arrives`, { by: SYSTEM, fault }, async (context) => {
    const secret = startedSandbox().webhookSecret;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
    if (provider === "stripe") await handleStripeEvent(context, Buffer.from(body), signature);
    else await handlePayPalEvent(context, body, headers);
    await taken();
  });
}

/** Like a person in the dashboard: without anything that the shop would recognise. */
export async function refundInDashboard(world: World, charge: Charge, part: number): Promise<void> {
  const context = world.contextFor(world.staff);
  const amount = Math.round((charge.amount - charge.refunded) * part);
  const refund = async () => {
    if (charge.provider === "stripe") {
      await context.gateways.stripe.client.refunds.create({ payment_intent: charge.id, amount });
      return;
    }
    const body = { amount: { currency_code: "GBP", value: penceToDecimal(amount) } };
    await refundAtPayPal(requirePayPal(context), charge.id, body, randomUUID());
  };
  const ending = await refund().then(
    () => "done",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  world.log.push(`${amount} of ${charge.id} is refunded in the dashboard: ${ending}`);
}

/** The account of the card is closed when a refund arrives there: its bank sends it back. */
export async function sendRefundBack(world: World, { id, amount, charge }: RefundState): Promise<void> {
  await runInSandbox((store) => {
    const { card, ...rest } = load(store, charges, charge);
    store.put(charges, { ...rest, card: cards.refundFails });
    finishRefund(store, id);
    store.put(charges, { ...load(store, charges, charge), card });
  });
  world.log.push(`the bank sends ${id} back: ${amount}`);
}

export async function dispute(world: World, charge: Charge): Promise<void> {
  await runInSandbox((store) => {
    if (charge.provider === "paypal") {
      openPayPalDispute(store, loadPayPal(store, payPalCaptures, charge.id));
      return;
    }
    const { latest_charge } = load(store, paymentIntents, charge.id);
    openDispute(store, load(store, charges, latest_charge ?? ""), "fraudulent");
  });
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
  await finishCapture(capture, completed ? "COMPLETED" : "DECLINED");
  world.log.push(`PayPal ${completed ? "completes" : "denies"} ${capture}`);
}

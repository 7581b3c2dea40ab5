import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import type { Context } from "#server/core/context.ts";
import { handlePayPalEvent } from "#server/orders/payment/handle-paypal-event.server.ts";
import { handleStripeEvent } from "#server/orders/payment/handle-stripe-event.server.ts";
import { payPalEventShape } from "#server/sandbox/paypal/paypal-shapes.ts";
import { transmissionHeaders } from "#server/sandbox/paypal/paypal-signature.server.ts";
import { loadPayPal, payPalEvents } from "#server/sandbox/paypal/paypal-store.server.ts";
import { readInSandbox, runningSandbox } from "#server/sandbox/sandbox-process.server.ts";
import { events, loadObject } from "#server/sandbox/stripe/sandbox-store.server.ts";
import { eventShape } from "#server/sandbox/stripe/stripe-shapes.ts";
import { type Mishap, NONE } from "./mishaps.ts";
import type { Model } from "./model.ts";
import { finishTask, listTasks, type WaitingTask } from "./provider-books.ts";
import { SYSTEM, type World } from "./world.ts";

/** Events that have not arrived yet, the oldest first. */
export async function listEvents(world: World, model: Model): Promise<WaitingTask[]> {
  const tasks = await listTasks(world);
  return tasks.filter(({ name, subject }) => name.startsWith("deliver_") && !model.dropped.has(subject));
}

/** Nothing else would ever tell the shop of these: whoever sends them tries again for days. */
export function isToldByEventsOnly({ type }: WaitingTask): boolean {
  return /refund|dispute|reversed/i.test(type ?? "");
}

/** Sends an event to the shop, which takes it or will be sent it again. */
export async function deliver(
  world: World,
  model: Model,
  event: WaitingTask,
  mishap: Mishap = NONE,
): Promise<void> {
  const provider = event.name === "deliver_event" ? "stripe" : "paypal";
  await send(world, { id: event.subject, provider, type: event.type ?? "" }, mishap, async () => {
    await finishTask(world, event);
    model.delivered.push({ id: event.subject, provider });
  });
}

/** Sends an event once more that the shop has taken. */
export async function sendAgain(
  world: World,
  { id, provider }: Model["delivered"][number],
  mishap: Mishap,
): Promise<void> {
  await send(world, { id, provider, type: "again" }, mishap, async () => undefined);
}

async function send(
  world: World,
  { id, provider, type }: { id: string; provider: "stripe" | "paypal"; type: string },
  mishap: Mishap,
  taken: () => Promise<void>,
): Promise<void> {
  const handOver = provider === "stripe" ? await stripeDelivery(id) : await payPalDelivery(id);
  await world.act(`event ${id} (${type}) arrives`, { by: SYSTEM, mishap }, async (context) => {
    await handOver(context);
    await taken();
    return undefined;
  });
}

type Delivery = (context: Context) => Promise<void>;

async function stripeDelivery(id: string): Promise<Delivery> {
  const payload = JSON.stringify(eventShape(await readInSandbox((em) => loadObject(em, events, id)), 1));
  const secret = keys().webhookSecret;
  return (context) => {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    return handleStripeEvent(context, Buffer.from(payload), signature);
  };
}

async function payPalDelivery(id: string): Promise<Delivery> {
  const body = JSON.stringify(
    payPalEventShape(await readInSandbox((em) => loadPayPal(em, payPalEvents, id))),
  );
  return (context) => {
    const transmission = { id: randomUUID(), time: new Date().toISOString(), body };
    return handlePayPalEvent(context, body, new Headers(transmissionHeaders(keys().payPal, transmission)));
  };
}

function keys() {
  const sandbox = runningSandbox();
  if (!sandbox) throw new Error("The stand-ins are not running.");
  return sandbox;
}

import Stripe from "stripe";
import type { Context } from "#server/core/context.ts";
import { handlePayPalEvent, handleStripeEvent } from "#server/testing/provider-calls.ts";
import { payPalHeaders, startedSandbox } from "#server/testing/sandbox.ts";
import { eventBody } from "./at-the-provider.ts";
import { type Mishap, NONE } from "./mishaps.ts";
import type { Model } from "./model.ts";
import { finishTask, listTasks, type WaitingTask } from "./provider-records.ts";
import { SYSTEM, type World } from "./world.ts";

/** Events that have not arrived yet, oldest first. */
export async function listEvents(_world: World, model: Model): Promise<WaitingTask[]> {
  const tasks = listTasks();
  return tasks.filter(({ name, subject }) => name.startsWith("deliver_") && !model.dropped.has(subject));
}

/** Nothing else would ever tell the shop of these: the provider retries them for days. */
export function isToldByEventsOnly({ type }: WaitingTask): boolean {
  return /refund|dispute|reversed/i.test(type ?? "");
}

/** Sends an event to the shop, which accepts it or gets it again later. */
export async function deliver(
  world: World,
  model: Model,
  event: WaitingTask,
  mishap: Mishap = NONE,
): Promise<void> {
  const provider = event.name === "deliver_event" ? "stripe" : "paypal";
  await send(world, { id: event.subject, provider, type: event.type ?? "" }, mishap, async () => {
    await finishTask(event);
    model.delivered.push({ id: event.subject, provider });
  });
}

/** Sends an event again that the shop has accepted. */
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
  const payload = eventBody("stripe", id);
  const secret = startedSandbox().webhookSecret;
  return (context) => {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    return handleStripeEvent(context, Buffer.from(payload), signature);
  };
}

async function payPalDelivery(id: string): Promise<Delivery> {
  const body = eventBody("paypal", id);
  return (context) => handlePayPalEvent(context, body, payPalHeaders(body));
}

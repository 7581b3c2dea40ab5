import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import Stripe from "stripe";
import { z } from "zod";
import { readFaults, type SandboxFaults } from "./faults.server.ts";
import { payPalEventShape } from "./paypal/paypal-shapes.ts";
import { loadPayPal, payPalEvents } from "./paypal/paypal-store.server.ts";
import { transmissionHeaders } from "./paypal/webhook.server.ts";
import { log, type SandboxPayPalKeys } from "./sandbox-process.server.ts";
import type { Store } from "./store.server.ts";
import { expireSessionWhenDue, settleIntent } from "./stripe/pay-checkout-session.server.ts";
import { settleRefund } from "./stripe/refunds.server.ts";
import { events, loadObject } from "./stripe/sandbox-store.server.ts";
import { StripeFailure } from "./stripe/stripe-failure.ts";
import { eventShape, isLiveMode } from "./stripe/stripe-shapes.ts";
import {
  claimDueTasks,
  finishTask,
  holdTaskTaker,
  nextDueTime,
  postponeTask,
  type SandboxTask,
  type TaskName,
} from "./tasks.server.ts";
import { inTransaction, withoutTransaction } from "./transactions.server.ts";
import { recordEvent } from "./wire-recorder.server.ts";

/** How soon at the latest it notices tasks that other processes added. */
const LONGEST_SLEEP_MILLISECONDS = 5000;
const AT_ONCE = 8;
const RESPONSE_TIMEOUT_MILLISECONDS = 10_000;

/** Shops are on this machine, and reached without TLS. */
const agent = new Agent({ keepAlive: true });

/** Seconds between attempts. The last one repeats until an event is about three days old. */
const retrySeconds = [1, 2, 5, 15, 60, 300, 900, 3600];
const MOST_ATTEMPTS = retrySeconds.length + 71;

interface DeliveryOptions {
  /** The path of the shop's webhook for Stripe, followed by the one for PayPal. */
  webhookUrl: string;
  webhookSecret: string;
  payPal: SandboxPayPalKeys;
}

/**
 * Sends stored events to the shop, signed as the providers sign them, until each gets a 2xx: at least once, in no
 * particular order. It also runs other due tasks (slow payments and refunds, sessions that expire). What a transaction
 * of this process adds is handed over at its end; what is due later, was not taken, or was left by a process that died
 * is looked for in the database, which holds all of it.
 */
export function startWebhookDelivery(options: DeliveryOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let alarm = new AbortController();
  let nextLook = 0;
  const waiting: SandboxTask[] = [];
  const atWork = new Set<Promise<void>>();

  const beginNext = () => {
    while (atWork.size < AT_ONCE && !stopping.signal.aborted) {
      const task = waiting.shift();
      if (!task) return;
      const work = workOnTaken(task, options, stopping.signal).finally(() => {
        atWork.delete(work);
        beginNext();
      });
      atWork.add(work);
    }
  };
  holdTaskTaker({
    take: (task) => {
      waiting.push(task);
      beginNext();
    },
    expect: (dueAt) => {
      if (dueAt >= nextLook) return;
      nextLook = dueAt;
      alarm.abort();
    },
  });

  const sleep = async () => {
    nextLook = Date.now() + LONGEST_SLEEP_MILLISECONDS;
    alarm = new AbortController();
    const due = await withoutTransaction(nextDueTime);
    nextLook = Math.min(nextLook, due ?? nextLook);
    const pause = Math.max(0, nextLook - Date.now());
    const { signal } = alarm;
    if (!stopping.signal.aborted) await wait(pause, undefined, { signal, ref: false }).catch(() => undefined);
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        const worked = await workOnDueTasks(options, stopping.signal);
        if (!worked) await sleep();
      } catch (error) {
        if (stopping.signal.aborted) return;
        log("error", "payment sandbox: scheduled work failed", { error });
        await wait(1000, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  };

  const ended = run();
  return {
    stop: async () => {
      holdTaskTaker(undefined);
      stopping.abort();
      alarm.abort();
      await Promise.all([ended, ...atWork]);
      // For the next process.
      for (const task of waiting) await release(task);
    },
  };
}

async function release(task: SandboxTask): Promise<void> {
  await withoutTransaction((store) => postponeTask(store, task, Date.now())).catch(() => undefined);
}

async function workOnDueTasks(options: DeliveryOptions, stopping: AbortSignal): Promise<boolean> {
  const tasks = await withoutTransaction((store) => claimDueTasks(store, AT_ONCE));
  if (tasks.length === 0) return false;
  const faults = await withoutTransaction(readFaults);
  const ordered = faults.reorder ? [...tasks].reverse() : tasks;
  await Promise.all(ordered.map((task) => workOn(task, options, faults, stopping)));
  return true;
}

/** A task that fails stays reserved for a while, and is found again then. */
async function workOnTaken(
  task: SandboxTask,
  options: DeliveryOptions,
  stopping: AbortSignal,
): Promise<void> {
  try {
    await workOn(task, options, await withoutTransaction(readFaults), stopping);
  } catch (error) {
    if (!stopping.aborted) log("error", "payment sandbox: scheduled work failed", { error });
  }
}

/** What each task other than a delivery does, in the transaction that removes the task. */
const handlers: Record<
  Exclude<TaskName, "deliver_event" | "deliver_paypal_event">,
  (store: Store, subject: string) => Promise<void>
> = {
  settle_payment: settleIntent,
  settle_refund: settleRefund,
  expire_session: expireSessionWhenDue,
};

async function workOn(
  task: SandboxTask,
  options: DeliveryOptions,
  faults: SandboxFaults,
  stopping: AbortSignal,
): Promise<void> {
  const { name } = task;
  if (name === "deliver_event" || name === "deliver_paypal_event")
    return withoutTransaction((store) => deliver(store, task, options, faults, stopping));
  try {
    await inTransaction(async (store) => {
      await handlers[name](store, task.subject);
      finishTask(store, task);
    });
  } catch (error) {
    // Its object is gone or has moved on: a retry would change nothing.
    if (!(error instanceof StripeFailure)) throw error;
    await finish(task);
  }
}

function finish(task: SandboxTask): Promise<void> {
  return inTransaction(async (store) => finishTask(store, task));
}

async function deliver(
  store: Store,
  task: SandboxTask,
  options: DeliveryOptions,
  faults: SandboxFaults,
  stopping: AbortSignal,
): Promise<void> {
  if (faults.drop) return finish(task);
  const pause = task.attempts === 1 ? faults.delay + (faults.reorder ? Math.random() * 800 : 0) : 0;
  if (pause > 0) return postponeTask(store, task, Math.ceil(Date.now() + pause));
  const message = task.name === "deliver_event" ? stripeMessage : payPalMessage;
  const { url, headers, body } = await message(store, task.subject, options);
  const sends = faults.duplicate ? [1, 2] : [1];
  if (faults.foreign) {
    for (const other of foreignMessages(task, url, body, options)) {
      await send(url, other.headers, other.body, stopping);
    }
  }
  const deliveries = await Promise.all(sends.map(() => send(url, headers, body, stopping)));
  if (deliveries.includes(true)) return finish(task);
  if (task.attempts >= MOST_ATTEMPTS) {
    log("error", "payment sandbox: event given up", { event: task.subject, attempts: task.attempts });
    return finish(task);
  }
  const seconds = retrySeconds[Math.min(task.attempts, retrySeconds.length) - 1] ?? 1;
  await postponeTask(store, task, stopping.aborted ? Date.now() : Date.now() + seconds * 1000);
}

interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
}

async function stripeMessage(store: Store, eventId: string, options: DeliveryOptions): Promise<Message> {
  const body = JSON.stringify(eventShape(await loadObject(store, events, eventId), 1), null, 2);
  return { url: options.webhookUrl, headers: stripeHeaders(body, options), body };
}

function stripeHeaders(payload: string, { webhookSecret }: DeliveryOptions): Record<string, string> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  return { "Stripe-Signature": signature, "User-Agent": "Stripe/1.0 (sandbox)" };
}

async function payPalMessage(store: Store, eventId: string, options: DeliveryOptions): Promise<Message> {
  const body = JSON.stringify(payPalEventShape(await loadPayPal(store, payPalEvents, eventId)));
  const url = options.webhookUrl.replace(/stripe$/, "paypal");
  return { url, headers: payPalHeaders(body, options), body };
}

function payPalHeaders(body: string, { payPal }: DeliveryOptions): Record<string, string> {
  const transmission = { id: randomUUID(), time: new Date().toISOString(), body };
  return { ...transmissionHeaders(payPal, transmission), "User-Agent": "PayPal/AUHD-1.0 (sandbox)" };
}

/** Events that reach a shop by mistake: the same kinds from other accounts, with valid signatures. */
function foreignMessages(task: SandboxTask, url: string, body: string, options: DeliveryOptions): Message[] {
  const bodies = foreignEvents(body);
  const headers = task.name === "deliver_event" ? stripeHeaders : payPalHeaders;
  return bodies.map((each) => ({ url, headers: headers(each, options), body: each }));
}

/** Whether the shop accepted the event. */
async function send(
  url: string,
  headers: Record<string, string>,
  body: string,
  stopping: AbortSignal,
): Promise<boolean> {
  recordEvent(url, headers, body);
  if (stopping.aborted) return false;
  const status = await new Promise<number>((resolve) => {
    const sent = request(url, {
      agent,
      method: "POST",
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Length": Buffer.byteLength(body),
        ...headers,
      },
      signal: stopping,
      timeout: RESPONSE_TIMEOUT_MILLISECONDS,
    });
    sent.once("response", (response) => {
      // Read to its end, so that the connection is free for the next.
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
      response.once("close", () => resolve(0));
    });
    sent.once("timeout", () => sent.destroy());
    sent.once("error", () => resolve(0));
    sent.once("close", () => resolve(0));
    sent.end(body);
  });
  return status >= 200 && status < 300;
}

const objectSchema = z.looseObject({ id: z.string().optional() });
const stripeSchema = z.looseObject({
  id: z.string(),
  object: z.literal("event"),
  data: z.looseObject({ object: objectSchema }),
});
const payPalSchema = z.looseObject({ id: z.string(), resource: objectSchema });

/**
 * Events as other accounts would get them: for Stripe one of another account and one of the other mode, for PayPal one of
 * another account.
 */
function foreignEvents(body: string): string[] {
  const json: unknown = JSON.parse(body);
  const stripe = stripeSchema.safeParse(json).data;
  if (stripe) {
    const id = `${stripe.id}_foreign`;
    const object = { ...stripe.data.object, ...strangeId(stripe.data.object.id), metadata: {} };
    return [
      JSON.stringify({ ...stripe, id, account: "acct_foreign", data: { ...stripe.data, object } }),
      JSON.stringify({ ...stripe, id: `${stripe.id}_live`, livemode: !isLiveMode() }),
    ];
  }
  const payPal = payPalSchema.parse(json);
  const resource = { ...payPal.resource, ...strangeId(payPal.resource.id), links: [] };
  return [JSON.stringify({ ...payPal, id: `${payPal.id}-FOREIGN`, resource })];
}

/** An id of the same length that belongs to nobody. */
function strangeId(id: string | undefined): { id?: string } {
  if (!id) return {};
  const prefix = /^[a-z]+_(test_)?/.exec(id)?.[0] ?? "";
  return { id: prefix + [...id.slice(prefix.length)].reverse().join("") };
}

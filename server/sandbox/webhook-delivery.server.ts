import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { readFaults } from "./faults.server.ts";
import { transmissionHeaders } from "./paypal/paypal-sandbox.server.ts";
import { loadPayPal, payPalEvents } from "./paypal/paypal-store.server.ts";
import { log, readInSandbox, runInSandbox, type SandboxPayPalKeys } from "./sandbox-process.server.ts";
import type { Store } from "./store.server.ts";
import { listTasks, putTask, type SandboxTask, tasks, wakeOnTasks } from "./store.server.ts";
import { expireSessionWhenDue, finishIntent } from "./stripe/checkout-sessions.server.ts";
import { finishRefund } from "./stripe/refunds.server.ts";
import { events, load } from "./stripe/sandbox-store.server.ts";
import { StripeFailure } from "./stripe/stripe-failure.ts";
import { eventShape } from "./stripe/stripe-shapes.ts";

const AT_ONCE = 8;
const RESPONSE_TIMEOUT_MILLISECONDS = 10_000;
/** Timers take no longer ones. */
const LONGEST_SLEEP_MILLISECONDS = 60 * 60 * 1000;

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
 * Sends events to the shop, signed as the providers sign them, until each gets a 2xx: at least once, in no particular
 * order. It also does other due work (slow payments and refunds, sessions that expire).
 */
export function startWebhookDelivery(options: DeliveryOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const atWork = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    const waiting = readInSandbox(listTasks).filter(({ id }) => !atWork.has(id));
    const now = Date.now();
    const due = waiting.filter((task) => task.due <= now);
    for (const task of due.slice(0, AT_ONCE - atWork.size)) {
      const work = workOn(task, options, stopping.signal)
        .catch((error) => log("error", "payment sandbox: scheduled work failed", { error }))
        .finally(() => {
          atWork.delete(task.id);
          look();
        });
      atWork.set(task.id, work);
    }
    const next = Math.min(...waiting.filter((task) => task.due > now).map((task) => task.due));
    timer = setTimeout(look, Math.min(next - now, LONGEST_SLEEP_MILLISECONDS)).unref();
  };
  wakeOnTasks(look);
  look();
  return {
    stop: async () => {
      wakeOnTasks(() => undefined);
      stopping.abort();
      clearTimeout(timer);
      await Promise.all(atWork.values());
    },
  };
}

/** What each task other than a delivery does. */
const deeds = {
  settle_payment: finishIntent,
  settle_refund: finishRefund,
  expire_session: expireSessionWhenDue,
};

/**
 * How the providers send their events, on request with those that other accounts would get: from Stripe one of another
 * account and one of the other mode, from PayPal one of another account.
 */
const deliveries = {
  deliver_event: {
    address: ({ webhookUrl }: DeliveryOptions) => webhookUrl,
    bodies: (store: Store, id: string, withForeign: boolean) => {
      const event = eventShape(load(store, events, id));
      const object = { ...strange(event.data.object), metadata: {} };
      const foreign = [
        { ...event, id: `${id}_foreign`, account: "acct_foreign", data: { object } },
        { ...event, id: `${id}_live`, livemode: !event.livemode },
      ];
      return [event, ...(withForeign ? foreign : [])].map((each) => JSON.stringify(each, null, 2));
    },
    headers: (payload: string, { webhookSecret: secret }: DeliveryOptions) => ({
      "Stripe-Signature": Stripe.webhooks.generateTestHeaderString({ payload, secret }),
      "User-Agent": "Stripe/1.0 (sandbox)",
    }),
  },
  deliver_paypal_event: {
    address: ({ webhookUrl }: DeliveryOptions) => webhookUrl.replace(/stripe$/, "paypal"),
    bodies: (store: Store, id: string, withForeign: boolean) => {
      const event = loadPayPal(store, payPalEvents, id);
      const foreign = { ...event, id: `${id}-FOREIGN`, resource: { ...strange(event.resource), links: [] } };
      return [event, ...(withForeign ? [foreign] : [])].map((each) => JSON.stringify(each));
    },
    headers: (body: string, { payPal }: DeliveryOptions) => ({
      ...transmissionHeaders(payPal, { id: randomUUID(), time: new Date().toISOString(), body }),
      "User-Agent": "PayPal/AUHD-1.0 (sandbox)",
    }),
  },
};

function isDelivery(name: SandboxTask["name"]): name is keyof typeof deliveries {
  return name in deliveries;
}

/** Does a task that is no delivery, and takes it off the list. */
export function doTask(task: SandboxTask): Promise<void> {
  return runInSandbox((store) => {
    store.remove(tasks, task.id);
    if (isDelivery(task.name)) return;
    try {
      deeds[task.name](store, task.subject);
    } catch (error) {
      // Its object is gone or has moved on: a retry would change nothing.
      if (!(error instanceof StripeFailure)) throw error;
    }
  });
}

async function workOn(task: SandboxTask, options: DeliveryOptions, stopping: AbortSignal): Promise<void> {
  if (!isDelivery(task.name)) return doTask(task);
  const faults = readInSandbox(readFaults);
  if (faults.drop) return doTask(task);
  const attempts = task.attempts + 1;
  const again = (due: number) => runInSandbox((store) => putTask(store, { ...task, attempts, due }));
  const pause = attempts === 1 ? faults.delay + (faults.reorder ? Math.random() * 800 : 0) : 0;
  if (pause > 0) return again(Math.ceil(Date.now() + pause));
  const { address, bodies, headers } = deliveries[task.name];
  const [body = "", ...others] = readInSandbox((store) => bodies(store, task.subject, faults.foreign));
  const sendOne = (text: string) => send(address(options), headers(text, options), text, stopping);
  for (const other of others) await sendOne(other);
  const sends = faults.duplicate ? [1, 2] : [1];
  const outcomes = await Promise.all(sends.map(() => sendOne(body)));
  if (outcomes.includes(true)) return doTask(task);
  if (attempts >= MOST_ATTEMPTS) {
    log("error", "payment sandbox: event given up", { event: task.subject, attempts });
    return doTask(task);
  }
  const seconds = retrySeconds[Math.min(attempts, retrySeconds.length) - 1] ?? 1;
  return again(stopping.aborted ? Date.now() : Date.now() + seconds * 1000);
}

/** Whether the shop accepted the event. */
async function send(
  url: string,
  headers: Record<string, string>,
  body: string,
  stopping: AbortSignal,
): Promise<boolean> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(RESPONSE_TIMEOUT_MILLISECONDS)]);
  const type = { "Content-Type": "application/json; charset=utf-8" };
  try {
    const response = await fetch(url, { method: "POST", headers: { ...type, ...headers }, body, signal });
    // Read to its end, so that the connection is free for the next.
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** As if it had an id of the same length that belongs to nobody. */
function strange(object: object): object {
  const id = "id" in object ? String(object.id) : "";
  const prefix = /^[a-z]+_(test_)?/.exec(id)?.[0] ?? "";
  return { ...object, ...(id ? { id: prefix + [...id.slice(prefix.length)].reverse().join("") } : {}) };
}

import type { CounterStore } from "./counter-store.ts";
import type { QueuedOrder } from "./queued-order.ts";
import { type Silence, sendOrder } from "./shop-line.ts";

/** Of all tabs of this browser one sends at a time. */
const LOCK = "counter-sender";

/**
 * Sends what waits, one after another, the oldest first, until the shop is silent, and says of what kind the silence is.
 * Each stays in the store until the shop has answered for it.
 */
export async function sendWaiting(
  store: CounterStore,
  mayBeSent: (order: QueuedOrder) => boolean,
): Promise<Silence | undefined> {
  return asOnlySender(async () => {
    const { orders } = await store.read();
    for (const order of orders) {
      if (order.conflict || !mayBeSent(order)) continue;
      const outcome = await sendOrder(order);
      if (outcome.kind === "sent") await store.finish(outcome.note);
      else if (outcome.kind === "refused") await store.change({ ...order, conflict: outcome.conflict });
      else return outcome;
    }
    return undefined;
  });
}

/** Without locks (a page without HTTPS has none) the orders' keys alone keep two tabs from making two orders. */
async function asOnlySender<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

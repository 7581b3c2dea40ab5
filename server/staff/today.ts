import type { Capability } from "#server/core/roles.ts";

interface WaitingWork {
  /** Who sees it, and may have it counted. */
  permission: Capability;
  /** "orders to pack", for one and for several. */
  labels: readonly [one: string, several: string];
  /** The list of exactly what is counted. */
  address: string;
}

const work = (permission: Capability, one: string, several: string, address: string): WaitingWork => ({
  ...{ permission, address },
  labels: [one, several],
});

/** What waits for somebody, in the order in which it is shown. */
const waitingWork = {
  toPack: work("orders.view", "order to pack", "orders to pack", "/admin/packing"),
  enquiries: work(
    "enquiries.view",
    "enquiry to answer",
    "enquiries to answer",
    "/admin?tab=enquiries&state=open",
  ),
  withdrawals: work(
    "orders.view",
    "order that its customer cancels",
    "orders that their customers cancel",
    // The page shows all of them.
    "/admin/today#today-withdrawals",
  ),
  failedOrders: work("failedOrders.view", "failed payment", "failed payments", "/admin?tab=failed"),
  unmatchedPayments: work(
    "reconciliation.view",
    "payment without an order",
    "payments without an order",
    "/admin?tab=reconciliation",
  ),
  lowStock: work(
    "orders.create",
    "product that runs low",
    "products that run low",
    "/admin?tab=products&stock=low",
  ),
};

export type WorkKind = keyof typeof waitingWork;

export const workKinds = Object.keys(waitingWork).filter(isWorkKind);

function isWorkKind(name: string): name is WorkKind {
  return Object.hasOwn(waitingWork, name);
}

export function workOf(kind: WorkKind): WaitingWork {
  return waitingWork[kind];
}

/** How much waits, of each kind that anyone who asks may see; `MOST_COUNTED` stands for that many or more. */
export type WorkCounts = Partial<Record<WorkKind, number>>;

/** Counting goes no further, so that it stays cheap however much waits. */
export const MOST_COUNTED = 1000;

/** "12", or "999+" where counting stopped. */
export function workCountText(count: number): string {
  return count < MOST_COUNTED ? String(count) : `${MOST_COUNTED - 1}+`;
}

import type { Capability } from "#server/core/capabilities.ts";

interface WaitingWork {
  /** Who sees it, and may have it counted. */
  permission: Capability;
  /** "orders to pack", for one and for several. */
  words: readonly [one: string, several: string];
  /** The list of exactly what is counted. */
  address: string;
}

/** What waits for somebody, in the order in which it is shown. */
const waitingWork = {
  toPack: {
    permission: "orders.view",
    words: ["order to pack", "orders to pack"],
    address: "/admin/packing",
  },
  enquiries: {
    permission: "enquiries.view",
    words: ["enquiry to answer", "enquiries to answer"],
    address: "/admin?tab=enquiries&state=open",
  },
  withdrawals: {
    permission: "orders.view",
    words: ["order that its customer cancels", "orders that their customers cancel"],
    // The page shows all of them.
    address: "/admin/today#today-withdrawals",
  },
  failedOrders: {
    permission: "failedOrders.view",
    words: ["failed payment", "failed payments"],
    address: "/admin?tab=failed",
  },
  unmatchedPayments: {
    permission: "reconciliation.view",
    words: ["payment without an order", "payments without an order"],
    address: "/admin?tab=reconciliation",
  },
  lowStock: {
    permission: "orders.create",
    words: ["product that runs low", "products that run low"],
    address: "/admin?tab=products&stock=low",
  },
} as const satisfies Record<string, WaitingWork>;

export type WorkKind = keyof typeof waitingWork;

export const workKinds = Object.keys(waitingWork).filter(isWorkKind);

function isWorkKind(name: string): name is WorkKind {
  return Object.hasOwn(waitingWork, name);
}

export function workOf(kind: WorkKind): WaitingWork {
  return waitingWork[kind];
}

/** How much waits, of each kind that whoever asks may see; `MOST_COUNTED` stands for that many or more. */
export type WorkCounts = Partial<Record<WorkKind, number>>;

/** Counting goes no further, so that it stays cheap however much waits. */
export const MOST_COUNTED = 1000;

/** "12", or "999+" where counting stopped. */
export function workCountText(count: number): string {
  return count < MOST_COUNTED ? String(count) : `${MOST_COUNTED - 1}+`;
}

import type { LowStock, WaitedFor } from "#server/catalogue/low-stock.server.ts";
import type { Capability } from "#server/core/capabilities.ts";
import type { FailedOrderView } from "#server/orders/failed-orders.server.ts";
import type { OpenWithdrawal } from "#server/orders/withdrawals.server.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";

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

/** The Today page; a part is null for whoever may not see it. */
export interface Today {
  /** ISO date and time. */
  now: string;
  counts: WorkCounts;
  /** The oldest few, as are the enquiries. */
  toPack: WaitingOrder[] | null;
  enquiries: WaitingEnquiry[] | null;
  /** What customers cancelled and nobody has settled, what is due first at the top. */
  withdrawals: OpenWithdrawal[] | null;
  /** The newest few. */
  failedOrders: FailedOrderView[] | null;
  /** The scarcest few. */
  lowStock: LowStock | null;
  /** For which sold-out products people want to be told, the most wanted few. */
  waitedFor: WaitedFor | null;
  takings: Takings | null;
}

export interface WaitingOrder {
  id: number;
  invoiceNumber: string;
  customerName: string;
  /** ISO date and time. */
  createdAt: string;
}

export interface WaitingEnquiry {
  id: number;
  name: string;
  subject: string;
  /** ISO date and time. */
  createdAt: string;
}

/** Of orders placed in a time: all of them, and what those that were not cancelled came to, less refunds. */
interface Taken {
  orders: number;
  taken: Pence;
}

export interface DayOfTakings extends Taken {
  /** "2026-11-24" */
  day: string;
}

export interface Takings {
  /** In which the shop trades today; other currencies are not in it. */
  currency: CurrencyCode;
  today: DayOfTakings;
  /** The same day last week, from midnight until the same time by the shop's clock, and as a whole. */
  lastWeekUntilNow: Taken;
  lastWeek: DayOfTakings;
  /** The last seven days, the newest first: today is the first of them. */
  sevenDays: DayOfTakings[];
  /** The seven days before these. */
  sevenDaysBefore: Taken;
}

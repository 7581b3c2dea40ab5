import type { WaitedFor } from "#server/catalogue/count-waiting.server.ts";
import type { LowStock } from "#server/catalogue/low-stock.server.ts";
import type { FailedOrderView } from "#server/orders/failed-orders.server.ts";
import type { OpenWithdrawal } from "#server/orders/withdrawals.server.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import type { WorkCounts } from "./work-counts.ts";

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

import type { StaffNoteView } from "#server/notes/staff-note.ts";
import type { OrderView, PackingOrder } from "#server/orders/order-views.server.ts";
import type { Pence } from "#server/pricing/money.ts";

interface CustomerOrders {
  count: number;
  /** What was paid and not given back, cancelled orders left out; null for those who may not see money. */
  paid: Pence | null;
  /** When the last one was placed, as an ISO date and time; null without any. */
  last: string | null;
  /** A page of them, the newest first. */
  shown: OrderView[] | PackingOrder[];
  /** The id to go on after; null at the end. */
  next: number | null;
}

/** What staff may see of one customer; what they may not is null. */
export interface CustomerPageView {
  /** As in the address of the page. */
  key: string;
  name: string;
  email: string;
  phone: string;
  /** Null for somebody without an account. */
  account: {
    id: number;
    companyName: string;
    address: string;
    city: string;
    postcode: string;
    country: string;
    /** The code of the list whose prices they pay. */
    tradeList: string | null;
    isActive: boolean;
    /** ISO date and time. */
    createdAt: string;
  } | null;
  orders: CustomerOrders | null;
  enquiries:
    | { id: number; subject: string; message: string; isAnswered: boolean; createdAt: string }[]
    | null;
  mails: { id: number; subject: string; createdAt: string; sentAt: string | null }[] | null;
  /** The state of the address, or that there is none. */
  newsletter: { state: "pending" | "confirmed" | "unsubscribed" | null } | null;
  notes: StaffNoteView[] | null;
  /** For the next note's form: sent twice, it is one note. */
  noteKey: string;
}

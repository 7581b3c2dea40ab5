import { z } from "zod";
import { optionalRowId, searchText } from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";

const enquiryStates = ["open", "answered"] as const;

/** What staff ask of the enquiries, as the address says it; what makes no sense becomes its default. */
export const enquiryList = listQuery(
  z.object({
    /** Part of the name, the address or the subject. */
    search: searchText(),
    state: z
      .union([z.enum(enquiryStates), z.literal("")])
      .catch("")
      .default(""),
    /** Go on behind the enquiry of this id, towards older ones. */
    after: optionalRowId,
  }),
);

export type EnquirySearch = z.infer<typeof enquiryList.schema>;

/** An enquiry as staff see one. */
export interface EnquiryView {
  id: number;
  name: string;
  email: string;
  subject: string;
  message: string;
  /** ISO date and time. */
  createdAt: string;
  /** ISO date and time; null while it is open. */
  answeredAt: string | null;
  answeredBy: string | null;
  note: string;
  /** What staff answered by mail from here, in the order of the answers. */
  answers: EnquiryAnswerView[];
  /** The newest orders of its address, for whoever may see orders. */
  orders: OrderOfAddress[];
  /** Of the answer that may follow: a form sent twice is one answer. */
  nextKey: string;
}

/** An order of the address that an enquiry came from, without a word of money. Moments are ISO dates and times. */
export interface OrderOfAddress {
  id: number;
  invoiceNumber: string;
  createdAt: string;
  status: "pending" | "processing" | "completed" | "cancelled";
  carrier: string | null;
  trackingNumber: string | null;
  dispatchedAt: string | null;
  readyAt: string | null;
}

export interface EnquiryAnswerView {
  id: number;
  text: string;
  /** Null when their account is gone. */
  by: string | null;
  /** ISO date and time. */
  createdAt: string;
}

export interface EnquiriesPage {
  enquiries: EnquiryView[];
  /** The id after which the next page starts; null at the end. */
  next: number | null;
}

import { z } from "zod";
import { chosenRows, describeWith, messageForMany } from "#server/commands/command.ts";
import { optionalRowId, rowId, searchText } from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";

/** The state of a mail; "kept" when no mail server was set up to send it. */
export const emailStates = ["sent", "queued", "failed", "kept"] as const;

export type EmailState = (typeof emailStates)[number];

/** What the outbox says of a mail when no mail server was set up. */
export const KEPT_IN_OUTBOX = "kept in the outbox";

/**
 * What stands at a newsletter's mail while it is handed over, and at one that says that a product is back. Where a process
 * ends in that moment nobody knows whether it arrived: other mails are sent again then, of these nobody gets two.
 */
export const BEING_SENT = "Being sent, or cut off while it was: it may have arrived.";

/** An administrator's search of the outbox, as in the address; invalid values become their defaults. */
export const emailList = listQuery(
  z.object({
    /** The beginning of the recipient's address. */
    recipient: searchText(254),
    state: z
      .union([z.enum(emailStates), z.literal("")])
      .catch("")
      .default(""),
    /** Continue after the mail with this id, towards older ones. */
    after: optionalRowId,
  }),
);

export type EmailSearch = z.infer<typeof emailList.schema>;

const resending = describeWith("emails.resend");

/** What staff do with mails. */
export const emailCommands = {
  resend: resending(
    "emails.resend",
    z.object({ id: rowId }).transform(({ id }) => id),
    "The email is being sent again",
  ),
  resendMany: resending(
    "emails.resendMany",
    z.object({ email: chosenRows("emails") }),
    ({ did }: { did: readonly string[] }) => messageForMany(did, "email", "being sent again"),
  ),
};

/** A mail in a list. */
export interface EmailOutline {
  id: number;
  recipient: string;
  subject: string;
  state: EmailState;
  /** The mail server's last response, while the mail is not sent. */
  failure: string | null;
  /** ISO date and time. */
  createdAt: string;
  sentAt: string | null;
}

/** One mail with both its bodies. */
export interface EmailView extends EmailOutline {
  html: string;
  text: string;
}

/** The state of a mail. A mail that stays in the outbox because there is no mail server has not failed. */
export function emailStateOf(mail: { sentAt: string | null; failureMessage: string | null }): EmailState {
  if (mail.sentAt) return "sent";
  if (!mail.failureMessage) return "queued";
  return mail.failureMessage === KEPT_IN_OUTBOX ? "kept" : "failed";
}

import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import { askedRowId, rowId } from "#server/core/row-id.ts";
import { searchText } from "#server/core/search-text.ts";

/** What became of a mail; "kept" when no mail server was set up to send it. */
export const emailStates = ["sent", "queued", "failed", "kept"] as const;

export type EmailState = (typeof emailStates)[number];

/** What the outbox says of a mail that no mail server was set up for. */
export const KEPT_IN_OUTBOX = "kept in the outbox";

/** What administrators ask of the outbox, as the address says it; what makes no sense becomes its default. */
export const emailSearchSchema = z.object({
  /** The beginning of the recipient's address. */
  recipient: searchText(254),
  state: z
    .union([z.enum(emailStates), z.literal("")])
    .catch("")
    .default(""),
  /** Go on behind the mail of this id, towards older ones. */
  after: askedRowId,
});

export type EmailSearch = z.infer<typeof emailSearchSchema>;

/** What staff do about mails. */
export const emailCommands = {
  resend: describeCommand({
    name: "emails.resend",
    permission: "emails.resend",
    input: z.object({ id: rowId }).transform(({ id }) => id),
    done: "The email is being sent again",
  }),
};

/** Reads a search from an address. */
export function parseEmailSearch(parameters: URLSearchParams): EmailSearch {
  return emailSearchSchema.parse(Object.fromEntries(parameters));
}

/** The parameters of an address; what is at its default is left out. */
export function emailSearchParameters({ recipient, state, after }: Partial<EmailSearch>): URLSearchParams {
  const parameters = new URLSearchParams();
  if (recipient) parameters.set("recipient", recipient);
  if (state) parameters.set("state", state);
  if (after) parameters.set("after", String(after));
  return parameters;
}

/** A mail in a list. */
export interface EmailOutline {
  id: number;
  recipient: string;
  subject: string;
  state: EmailState;
  /** What the mail server said last, while the mail is not sent. */
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

/** How far a mail has come. One that stays in the outbox for want of a mail server has not failed. */
export function emailStateOf(mail: { sentAt: string | null; failureMessage: string | null }): EmailState {
  if (mail.sentAt) return "sent";
  if (!mail.failureMessage) return "queued";
  return mail.failureMessage === KEPT_IN_OUTBOX ? "kept" : "failed";
}

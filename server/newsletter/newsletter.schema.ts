import { z } from "zod";
import { describeWith } from "#server/commands/command.ts";
import {
  emailAddress,
  labelledText,
  optionalRowId,
  requiredText,
  rowIdFromText,
  searchText,
} from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";
import { type SubscriberState, subscriberStates } from "./subscriber.ts";

const email = emailAddress("Please enter a valid email address");

/** Required, an email address. */
export const subscribeSchema = z.object({ email });

/** Any code that is not empty may be tried. */
export const verifyCodeSchema = z.object({
  email,
  code: requiredText(50, "Please enter the code", "Invalid verification code. Please try again."),
});

/** Staff's search of the subscribers, from the address; an invalid value becomes its default. */
export const subscriberList = listQuery(
  z.object({
    /** Part of the address. */
    search: searchText(),
    /** Pending and confirmed together unless one is asked for. */
    state: z
      .union([z.enum(subscriberStates), z.literal("")])
      .catch("")
      .default(""),
    /** Continue after the subscriber of this id, towards older ones. */
    after: optionalRowId,
  }),
);

export type SubscriberSearch = z.infer<typeof subscriberList.schema>;

export const subscriberStateLabels: Record<SubscriberState, string> = {
  pending: "Pending",
  confirmed: "Confirmed",
  unsubscribed: "Unsubscribed",
};

/**
 * Where an issue stands. Everybody may read one that was sent to anybody: all but drafts. A stopped one never goes on.
 */
export const issueStates = ["draft", "sending", "paused", "stopped", "sent"] as const;

export type IssueState = (typeof issueStates)[number];

/** What becomes of an issue for one recipient: not written yet, in the outbox, or left out. */
export const deliveryStates = ["waiting", "queued", "skipped"] as const;

/**
 * How fast an issue goes out: 25 mails a minute, below the 30 that Microsoft 365 takes of one mailbox, the tightest of
 * the usual mail servers' limits.
 */
export const WAVE_SIZE = 25;
export const WAVE_INTERVAL_MILLISECONDS = 60_000;

const expected = { id: rowIdFromText, seenVersion: z.coerce.number().int().min(1) };

const sendIssueSchema = z.object({
  ...expected,
  /** The number that the person agreed to. */
  recipients: z.coerce.number().int().min(1, "Nobody has confirmed an address yet"),
});

/** The form that sends an issue, with the tick that it asks for first. */
export const sendIssueForm = sendIssueSchema.extend({
  agreed: z.literal("on", "Tick this first: nothing can be taken back once it is sent"),
});

const editing = describeWith("content.edit");
const sending = describeWith("newsletter.send");

/** What staff do with issues of the newsletter. */
export const issueCommands = {
  save: editing(
    "newsletter.saveIssue",
    z.object({
      /** Left out for a new one. */
      id: rowIdFromText.optional(),
      seenVersion: z.coerce.number().int().min(1).optional(),
      subject: labelledText("Subject", 200).transform((line) => line.replace(/\p{Cc}+/gu, " ")),
      body: labelledText("Text", 50_000),
    }),
    (_saved: { id: number }) => ({ title: "Newsletter saved" }),
  ),
  remove: editing("newsletter.deleteIssue", z.object(expected), "Draft deleted"),
  test: editing("newsletter.testIssue", z.object(expected), ({ recipient }: { recipient: string }) => ({
    title: "Test sent",
    description: `To ${recipient}`,
  })),
  send: sending("newsletter.sendIssue", sendIssueSchema, ({ recipients }: { recipients: number }) => ({
    title: "The newsletter is being sent",
    description: `To ${recipients} confirmed ${recipients === 1 ? "address" : "addresses"}`,
  })),
  steer: sending(
    "newsletter.steerIssue",
    z.object({ id: rowIdFromText, to: z.enum(["paused", "sending", "stopped"]) }),
    ({ state }: { state: IssueState }) => ({ title: steeredTitles[state] }),
  ),
};

const steeredTitles: Record<IssueState, string> = {
  draft: "Nothing is being sent",
  sending: "Sending goes on",
  paused: "Sending is paused",
  stopped: "Sending is stopped",
  sent: "Everything is sent",
};

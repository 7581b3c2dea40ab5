import { defineEntity, p } from "@mikro-orm/core";
import type { EmailFacts } from "#server/email/email-templates.server.tsx";
import { deliveryStates, issueStates } from "#server/newsletter/newsletter.schema.ts";
import { subscriberStates } from "#server/newsletter/subscriber.ts";
import { updatedAt } from "./columns.ts";
import { Order } from "./order.ts";
import { User } from "./user.ts";

/** A message that somebody sent with the contact form, and what became of it. */
export const EnquirySchema = defineEntity({
  name: "Enquiry",
  tableName: "enquiry",
  indexes: [
    {
      name: "enquiry_open_index",
      expression: "create index enquiry_open_index on enquiry (id) where answered_at is null",
    },
    {
      name: "enquiry_search_index",
      expression:
        "create index enquiry_search_index on enquiry using gin (lower(name || ' ' || email || ' ' || subject) gin_trgm_ops)",
    },
    {
      name: "enquiry_email_index",
      expression: "create index enquiry_email_index on enquiry (lower(email))",
    },
  ],
  properties: {
    id: p.integer().primary(),
    name: p.string().length(200),
    email: p.string().length(254),
    subject: p.string().length(200),
    message: p.text(),
    createdAt: p.datetime().defaultRaw("now()"),
    answeredAt: p.datetime().nullable(),
    answeredBy: () => p.manyToOne(User).nullable().deleteRule("set null").index("enquiry_answered_by_index"),
    /** Staff's own, such as what was answered. */
    note: p.string().length(2000).default(""),
  },
});

export class Enquiry extends EnquirySchema.class {}
EnquirySchema.setClass(Enquiry);

/** An answer that staff sent by mail to anyone who sent an enquiry. */
export const EnquiryAnswerSchema = defineEntity({
  name: "EnquiryAnswer",
  tableName: "enquiry_answer",
  properties: {
    id: p.integer().primary(),
    enquiry: () => p.manyToOne(Enquiry).deleteRule("cascade").index("enquiry_answer_enquiry_index"),
    /** Made with the form, so that a form sent twice is one answer. */
    key: p.string().length(36).unique("enquiry_answer_key_unique"),
    text: p.text(),
    answeredBy: () =>
      p.manyToOne(User).nullable().deleteRule("set null").index("enquiry_answer_answered_by_index"),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class EnquiryAnswer extends EnquiryAnswerSchema.class {}
EnquiryAnswerSchema.setClass(EnquiryAnswer);

/** An address that asked for the newsletter; only a confirmed one is ever mailed (docs/rules.md#newsletter-2). */
export const SubscriberSchema = defineEntity({
  name: "Subscriber",
  tableName: "newsletter_subscriber",
  indexes: [
    {
      name: "subscriber_email_unique",
      expression: "create unique index subscriber_email_unique on newsletter_subscriber (lower(email))",
    },
    {
      name: "subscriber_search_index",
      expression:
        "create index subscriber_search_index on newsletter_subscriber using gin (lower(email) gin_trgm_ops)",
    },
    { name: "subscriber_state_index", properties: ["state", "id"] },
  ],
  properties: {
    id: p.integer().primary(),
    email: p.string().length(254),
    state: p.enum(subscriberStates).default("pending"),
    /** The evidence of consent: to which words, where and when. */
    consentWording: p.string().length(500),
    consentSource: p.string().length(50),
    consentAt: p.datetime(),
    confirmedAt: p.datetime().nullable(),
    unsubscribedAt: p.datetime().nullable(),
    /** The code that was mailed last, signed; none once it was used. */
    codeHash: p.string().length(64).nullable().hidden(),
    codeTries: p.integer().default(0),
    codeExpiresAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class Subscriber extends SubscriberSchema.class {}
SubscriberSchema.setClass(Subscriber);

/** A mail that was promised: written in the transaction that causes it, sent by a job. */
export const OutboxEmailSchema = defineEntity({
  name: "OutboxEmail",
  tableName: "outbox_email",
  indexes: [
    {
      name: "outbox_email_recipient_index",
      expression:
        "create index outbox_email_recipient_index on outbox_email (lower(recipient) text_pattern_ops, id)",
    },
    {
      name: "outbox_email_unsent_index",
      expression: "create index outbox_email_unsent_index on outbox_email (id) where sent_at is null",
    },
  ],
  properties: {
    id: p.integer().primary(),
    /** What makes the mail unique, such as `order-confirmation:42`: it is never queued twice. */
    key: p.string().length(200).unique("outbox_email_key_unique"),
    template: p.string().length(50),
    recipient: p.string().length(254),
    subject: p.string().length(300),
    /** "" until the mail is sent: it is rendered then. */
    html: p.text().default(""),
    text: p.text().default(""),
    /**
     * The facts that the mail states, as they were when it was queued; null once it was sent. As text, not jsonb:
     * nobody searches in it.
     */
    props: p.json<EmailFacts | null>().columnType("json").nullable(),
    /** Where one click ends a subscription (RFC 8058); null for what a person cannot unsubscribe from. */
    unsubscribeUrl: p.string().length(500).nullable(),
    /** Where a reply goes, when not to the sender. */
    replyTo: p.string().length(254).nullable(),
    createdAt: p.datetime().defaultRaw("now()").index("outbox_email_created_index"),
    sentAt: p.datetime().nullable(),
    failureMessage: p.string().length(500).nullable(),
  },
});

export class OutboxEmail extends OutboxEmailSchema.class {}
OutboxEmailSchema.setClass(OutboxEmail);

/**
 * A mail of a new order that no job sends yet. Its row goes when a job takes it
 * (server/email/queue-email.server.ts).
 */
export const WaitingEmailSchema = defineEntity({
  name: "WaitingEmail",
  tableName: "waiting_email",
  // No foreign key: looking up the mail that has just been written would cost each buyer a statement.
  properties: { emailId: p.integer().primary().autoincrement(false) },
});

export class WaitingEmail extends WaitingEmailSchema.class {}
WaitingEmailSchema.setClass(WaitingEmail);

/** An issue of the newsletter; from the moment it is sent it no longer changes and everybody may read it. */
export const NewsletterIssueSchema = defineEntity({
  name: "NewsletterIssue",
  tableName: "newsletter_issue",
  indexes: [
    {
      name: "newsletter_issue_started_index",
      expression:
        "create index newsletter_issue_started_index on newsletter_issue (started_at desc, id desc) where started_at is not null",
    },
  ],
  checks: [
    {
      name: "newsletter_issue_public_has_date",
      expression: "(state = 'draft') = (started_at is null)",
    },
  ],
  properties: {
    id: p.integer().primary(),
    slug: p.string().length(200).unique("newsletter_issue_slug_unique"),
    subject: p.string().length(200),
    /** Markdown. */
    body: p.text(),
    state: p.enum(issueStates).default("draft"),
    createdBy: () =>
      p.manyToOne(User).nullable().deleteRule("set null").index("newsletter_issue_created_by_index"),
    /** When sending began, and when its last wave was written. */
    startedAt: p.datetime().nullable(),
    sentAt: p.datetime().nullable(),
    version: p.integer().version(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: updatedAt(),
  },
});

export class NewsletterIssue extends NewsletterIssueSchema.class {}
NewsletterIssueSchema.setClass(NewsletterIssue);

/** What becomes of an issue for one recipient: one row for each, so that nobody gets it twice. */
export const NewsletterDeliverySchema = defineEntity({
  name: "NewsletterDelivery",
  tableName: "newsletter_delivery",
  indexes: [
    {
      name: "newsletter_delivery_waiting_index",
      expression:
        "create index newsletter_delivery_waiting_index on newsletter_delivery (issue_id, id) where state = 'waiting'",
    },
  ],
  uniques: [{ name: "newsletter_delivery_unique", properties: ["issue", "subscriber"] }],
  properties: {
    id: p.integer().primary(),
    issue: () => p.manyToOne(NewsletterIssue).deleteRule("cascade"),
    /** None once the subscriber was erased, or after as long as the mail itself is kept. */
    subscriber: () =>
      p.manyToOne(Subscriber).nullable().deleteRule("set null").index("newsletter_delivery_subscriber_index"),
    state: p.enum(deliveryStates).default("waiting"),
    email: () =>
      p.manyToOne(OutboxEmail).nullable().deleteRule("set null").index("newsletter_delivery_email_index"),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class NewsletterDelivery extends NewsletterDeliverySchema.class {}
NewsletterDeliverySchema.setClass(NewsletterDelivery);

/**
 * What staff wrote down for each other about an order, about somebody with an account, or about a guest, who is known
 * by an address alone. No shopper's page shows it; it is part of what a person may ask for (docs/rules.md#accounts-14).
 */
export const StaffNoteSchema = defineEntity({
  name: "StaffNote",
  tableName: "staff_note",
  checks: [
    { name: "staff_note_about_one_thing", expression: "num_nonnulls(order_id, customer_id, email) = 1" },
  ],
  indexes: [
    {
      name: "staff_note_email_index",
      expression: "create index staff_note_email_index on staff_note (lower(email)) where email is not null",
    },
  ],
  properties: {
    id: p.integer().primary(),
    order: () => p.manyToOne(Order).nullable().deleteRule("cascade").index("staff_note_order_index"),
    customer: () => p.manyToOne(User).nullable().deleteRule("cascade").index("staff_note_customer_index"),
    email: p.string().length(254).nullable(),
    /** Made with the form, so that a form sent twice is one note. */
    key: p.string().length(36).unique("staff_note_key_unique"),
    text: p.string().length(2000),
    author: () => p.manyToOne(User).nullable().deleteRule("set null").index("staff_note_author_index"),
    authorName: p.string().length(200),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class StaffNote extends StaffNoteSchema.class {}
StaffNoteSchema.setClass(StaffNote);

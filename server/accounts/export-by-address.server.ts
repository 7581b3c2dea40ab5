import type { Context } from "#server/core/context.ts";
import { condition, isoTime, typedSql } from "#server/core/typed-sql.server.ts";

/*
 * What the shop knows by an address alone, for the export of somebody who has proven that it is theirs
 * (export-my-data.server.ts).
 */

export async function mailsOf({ em }: Context, email: string) {
  return typedSql(em)
    .selectFrom("outbox_email")
    .where(condition`lower(recipient) = lower(${email})`)
    .orderBy("id")
    .select(({ ref }) => [
      "subject",
      isoTime(ref("created_at")).as("createdAt"),
      isoTime(ref("sent_at")).as("sentAt"),
    ])
    .execute();
}

export async function newsletterOf({ em }: Context, email: string) {
  const subscriptions = await typedSql(em)
    .selectFrom("newsletter_subscriber")
    .where(condition`lower(email) = lower(${email})`)
    .select(({ ref }) => [
      "id",
      "email",
      "state",
      "consent_wording as consentWording",
      "consent_source as consentSource",
      isoTime(ref("consent_at")).as("consentAt"),
      isoTime(ref("confirmed_at")).as("confirmedAt"),
      isoTime(ref("unsubscribed_at")).as("unsubscribedAt"),
    ])
    .execute();
  const [subscription] = subscriptions;
  if (!subscription) return [];
  const { id, ...own } = subscription;
  const issues = await typedSql(em)
    .selectFrom("newsletter_delivery")
    .innerJoin("newsletter_issue as issue", "issue.id", "newsletter_delivery.issue_id")
    .where("newsletter_delivery.subscriber_id", "=", id)
    .where("newsletter_delivery.state", "=", "queued")
    .orderBy("issue.id")
    .select(({ ref }) => ["issue.subject", isoTime(ref("issue.started_at")).as("sentAt")])
    .execute();
  return [{ ...own, issues }];
}

/** The products of which they asked to be told when they are back. */
export async function stockAlertsOf({ em }: Context, email: string) {
  return typedSql(em)
    .selectFrom("stock_alert as alert")
    .innerJoin("product", "product.id", "alert.product_id")
    .where(condition`lower(alert.email) = lower(${email})`)
    .orderBy("alert.id")
    .select(({ ref }) => [
      "product.name as product",
      "alert.email",
      "alert.state",
      "alert.consent_wording as consentWording",
      isoTime(ref("alert.asked_at")).as("askedAt"),
      isoTime(ref("alert.confirmed_at")).as("confirmedAt"),
      isoTime(ref("alert.told_at")).as("toldAt"),
      isoTime(ref("alert.ended_at")).as("endedAt"),
    ])
    .execute();
}

export async function enquiriesOf({ em }: Context, email: string) {
  const enquiries = await typedSql(em)
    .selectFrom("enquiry")
    .where(condition`lower(email) = lower(${email})`)
    .orderBy("id")
    .select(({ ref }) => [
      "id",
      "name",
      "email",
      "subject",
      "message",
      "note",
      isoTime(ref("created_at")).as("createdAt"),
      isoTime(ref("answered_at")).as("answeredAt"),
    ])
    .execute();
  if (enquiries.length === 0) return [];
  const ids = enquiries.map(({ id }) => id);
  const answers = await typedSql(em)
    .selectFrom("enquiry_answer")
    .where("enquiry_id", "in", ids)
    .orderBy("id")
    .select(({ ref }) => ["enquiry_id as enquiryId", "text", isoTime(ref("created_at")).as("sentAt")])
    .execute();
  return enquiries.map(({ id, ...enquiry }) => ({
    ...enquiry,
    answers: answers
      .filter(({ enquiryId }) => enquiryId === id)
      .map(({ text, sentAt }) => ({ text, sentAt })),
  }));
}

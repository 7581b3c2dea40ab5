import type Stripe from "stripe";
import type { Context } from "#server/core/context.ts";
import type { MoneyReference } from "../provider.ts";
import type { Period, ProviderMoney } from "../provider-facts.ts";
import { unlessMissing } from "./stripe-calls.server.ts";

/** The largest page that Stripe gives. */
const PAGE = 100;

/**
 * Every payment received and every refund made at Stripe in a period, wherever it was made: from Stripe's own lists,
 * page by page. @throws Stripe's errors
 */
export async function* listStripeMoney(
  context: Context,
  { from, to }: Period,
): AsyncGenerator<ProviderMoney> {
  const { client } = context.gateways.stripe;
  const created = { gte: secondsOf(from), lt: secondsOf(to) };
  for await (const charge of client.charges.list({ created, limit: PAGE })) {
    if (charge.status === "succeeded" && charge.captured) yield received(charge);
  }
  for await (const refund of client.refunds.list({ created, limit: PAGE })) yield givenBack(refund);
}

/** One payment or refund as Stripe has it now; undefined when Stripe knows none of this id. @throws Stripe's errors */
export async function findStripeMoney(
  context: Context,
  { kind, id }: MoneyReference,
): Promise<ProviderMoney | undefined> {
  if (id === null) return undefined;
  return kind === "payment" ? findStripePayment(context, id) : findStripeRefund(context, id);
}

async function findStripePayment(context: Context, id: string): Promise<ProviderMoney | undefined> {
  const intent = await unlessMissing(context.gateways.stripe.client.paymentIntents.retrieve(id));
  return (
    intent && {
      provider: "stripe",
      kind: "payment",
      id,
      paymentId: id,
      key: null,
      amount: intent.amount_received,
      currency: intent.currency,
      state: intent.status === "succeeded" ? "moved" : intent.status === "processing" ? "pending" : "none",
      at: new Date(intent.created * 1000),
    }
  );
}

async function findStripeRefund(context: Context, id: string): Promise<ProviderMoney | undefined> {
  const refund = await unlessMissing(context.gateways.stripe.client.refunds.retrieve(id));
  return refund && givenBack(refund);
}

function received(charge: Stripe.Charge): ProviderMoney {
  // A charge that was made without an intent can only be named by its own id.
  const id = idOf(charge.payment_intent) ?? charge.id;
  return {
    provider: "stripe",
    kind: "payment",
    id,
    paymentId: id,
    key: null,
    amount: charge.amount_captured,
    currency: charge.currency,
    state: "moved",
    at: new Date(charge.created * 1000),
  };
}

function givenBack(refund: Stripe.Refund): ProviderMoney {
  const over = refund.status === "failed" || refund.status === "canceled";
  return {
    provider: "stripe",
    kind: "refund",
    id: refund.id,
    paymentId: idOf(refund.payment_intent) ?? idOf(refund.charge) ?? "",
    key: refund.metadata?.refund_key ?? null,
    amount: refund.amount,
    currency: refund.currency,
    state: refund.status === "succeeded" ? "moved" : over ? "none" : "pending",
    at: new Date(refund.created * 1000),
  };
}

function idOf(object: string | { id: string } | null): string | undefined {
  return typeof object === "string" ? object : object?.id;
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

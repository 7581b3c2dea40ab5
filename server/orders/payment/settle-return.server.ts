import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { countLookup } from "#server/payments/call-provider.server.ts";
import type { PaymentProvider, ReturnedPayment } from "#server/payments/provider.ts";
import { providers } from "#server/payments/providers.server.ts";
import { finalisePage, finalisePayment } from "./finalise-payment.server.ts";
import { type ApprovedOutcome, takeApproved } from "./take-approved.server.ts";

/**
 * What became of the payment that a browser returns from, as its address names it; what was approved is taken here.
 * Undefined where the address names none. When the provider cannot be asked right now the answer is "processing": the
 * webhook and the sweeper will find out, and nobody is told to pay again.
 * @throws ShopError `rate_limited`
 */
export async function settleReturn(
  context: Context,
  query: URLSearchParams,
): Promise<ApprovedOutcome | undefined> {
  for (const provider of providers) {
    const returned = provider.readReturn(query);
    if (returned) return settle(context, provider, returned);
  }
  return undefined;
}

/** What any provider calls a payment or its page. */
const PROVIDERS_ID = /^[\w-]{1,255}$/;

async function settle(
  context: Context,
  provider: PaymentProvider,
  returned: ReturnedPayment,
): Promise<ApprovedOutcome> {
  const id = "paymentId" in returned ? returned.paymentId : returned.sessionId;
  if (!PROVIDERS_ID.test(id)) return { kind: "unmatched" };
  await countLookup(context, id);
  const isApproval = provider.sessions.kind === "approved";
  try {
    if ("paymentId" in returned) return await finalisePayment(context, provider.id, returned.paymentId);
    const { sessionId } = returned;
    if (isApproval) return await takeApproved(context, { provider: provider.id, sessionId });
    return await finalisePage(context, provider.id, sessionId);
  } catch (error) {
    // The payer said yes to what cannot be bought so any more: nothing was taken.
    if (error instanceof ShopError && isApproval) return { kind: "unpaid", message: error.message };
    if (!providers.some(({ failureOf }) => failureOf(error))) throw error;
    log("warn", "a returning payment could not be looked up", { requestId: context.requestId, error });
    return { kind: "processing" };
  }
}

import { Checkout, Payment } from "#db/entities/index.ts";
import { changed, hasLapsed, holdApproved } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { countLookup } from "#server/payments/call-provider.server.ts";
import type {
  ApprovedSession,
  ApprovedSessions,
  CaptureRefusal,
  PaymentProvider,
  ReturnedPayment,
} from "#server/payments/provider.ts";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { providerOf, providers } from "#server/payments/providers.server.ts";
import { currencyOf } from "#server/pricing/money.ts";
import {
  beginCapture,
  closeSession,
  closeUnlessUnderWay,
  countRefusedTry,
  leaveSession,
  recordFailedSession,
  resumeSession,
  type SessionName,
} from "./close-session.server.ts";
import {
  type FinaliseOutcome,
  finalisePage,
  finalisePayment,
  finaliseReceived,
  findMadeOrder,
  OrderNotMade,
} from "./finalise-payment.server.ts";

export type ApprovedOutcome = (
  | FinaliseOutcome
  /** The payer has to go (back) to the provider: to say yes, or to choose another card. */
  | { kind: "approve"; url: string; message: string }
) & {
  /** The session as the provider has it now, as far as it was seen. */
  session?: ApprovedSession | undefined;
};

const IN_PROGRESS_PAUSE_MILLISECONDS = 1500;

/** Who asks: the payer, who is there and hears what becomes of it, or the shop by itself (an event, the sweeper). */
type Requester = "payer" | "shop";

/** The way to the sessions of one provider. */
interface ProviderSessions extends ApprovedSessions {
  provider: ProviderId;
}

/**
 * Takes the money of a session that its payer, who is there, has approved, and makes the shop's order of it. The
 * browser and the return page may come here as often as they like. Before money is taken the cart is priced and its
 * stock held again; what can no longer be bought so is not paid, and anyone who was told so is never charged for it.
 * @throws ShopError `conflict`, `out_of_stock` (nothing was taken); what the provider's client throws when it cannot be
 * asked
 */
export function takeApproved(context: Context, session: SessionName): Promise<ApprovedOutcome> {
  return processSession(context, session, "payer");
}

/**
 * The same without the payer, whose browser may have vanished after they approved: for the webhook and the sweeper.
 * It takes money once at most, only while the stock is held, and never after the provider or the shop has refused.
 * @throws as `takeApproved`
 */
export function takeApprovedInBackground(context: Context, session: SessionName): Promise<ApprovedOutcome> {
  return processSession(context, session, "shop");
}

function providerSessionsOf(provider: ProviderId): ProviderSessions {
  const { sessions } = providerOf(provider);
  if (sessions.kind === "approved") return { provider, ...sessions };
  throw new Error(`Nothing is approved and then taken with ${profileOf(provider).name}.`);
}

async function processSession(
  context: Context,
  name: SessionName,
  requester: Requester,
): Promise<ApprovedOutcome> {
  const sessions = providerSessionsOf(name.provider);
  const { notTaken, notApproved } = sessions.texts;
  const session = await sessions.find(context, name.sessionId);
  if (!session && (await closeSession(context, name))) return { kind: "unpaid", message: notTaken };
  const checkoutId = session?.checkoutId;
  const checkout = checkoutId ? await context.em.fork().findOne(Checkout, checkoutId) : null;
  if (!session || !checkout) return { kind: "unmatched" };
  if (isFinished(session)) return finaliseTaken(context, sessions, session);
  // When another payment was faster, this one is never taken.
  const before = await findMadeOrder(context, { checkout: checkout.id });
  if (before) return { ...before, session };
  if (session.state === "ended") await closeSession(context, name);
  if ((await findPayment(context, name))?.refusedAt) return { kind: "unpaid", message: notTaken, session };
  if (session.state !== "approved") return backToProvider(session, { message: notApproved });
  const mayTake =
    requester === "payer"
      ? await resumeSession(context, name)
      : await mayTakeInBackground(context, checkout, name);
  if (!mayTake) return { kind: "unpaid", message: notTaken, session };
  try {
    await assertUnchanged(context, checkout, { session, name, asking: requester });
  } catch (error) {
    // The cart is empty, too, when another request has just made the order.
    const meanwhile = await findMadeOrder(context, { checkout: checkout.id });
    if (meanwhile) return { ...meanwhile, session };
    if (!(error instanceof ShopError)) throw error;
    if (requester === "shop") await leaveSession(context, name);
    else if (!(await closeUnlessUnderWay(context, name))) return { kind: "processing", session };
    throw nothingCharged(error);
  }
  if (!(await beginCapture(context, name))) return { kind: "unpaid", message: notTaken, session };
  return capture(context, sessions, session);
}

/** Its money was taken, or the try came to nothing, so that there can be no other. */
function isFinished({ taken, declined }: ApprovedSession): boolean {
  return taken !== undefined || declined !== undefined;
}

function findPayment(context: Context, { provider, sessionId }: SessionName) {
  return context.em.fork().findOne(Payment, { provider, providerSessionId: sessionId });
}

/** Without the payer money is taken only while the stock is still held for them. */
async function mayTakeInBackground(
  context: Context,
  checkout: Checkout,
  name: SessionName,
): Promise<boolean> {
  const payment = await findPayment(context, name);
  return payment?.status === "created" && !hasLapsed(checkout, context.clock.now());
}

/** @throws ShopError when the cart, its prices or its stock are no longer those that the payer has approved */
async function assertUnchanged(
  context: Context,
  checkout: Checkout,
  { session, name, asking: requester }: { session: ApprovedSession; name: SessionName; asking: Requester },
): Promise<void> {
  const { amount, currency } = session;
  const payment = await findPayment(context, name);
  if (payment && payment.amount !== amount) throw changed();
  // A script names what it buys only afterwards.
  if (!checkout.snapshot || !checkout.details || !checkout.cart) {
    if (amount !== checkout.totalAmount || currency !== checkout.currency) throw changed();
    return;
  }
  const snapshot = payment?.snapshot ?? checkout.snapshot;
  if (snapshot.total !== amount || currencyOf(snapshot) !== currency) throw changed(snapshot);
  const approved = { checkoutId: checkout.id, cartId: checkout.cart.id, snapshot };
  await holdApproved(context, approved, { renew: requester === "payer" });
}

function nothingCharged({ code, message, fields, extra }: ShopError): ShopError {
  return new ShopError(code, `${message} Nothing was charged.`, {
    ...(fields ? { fields } : {}),
    ...(extra ? { extra } : {}),
  });
}

async function capture(
  context: Context,
  sessions: ProviderSessions,
  session: ApprovedSession,
  isSecondTry = false,
): Promise<ApprovedOutcome> {
  const name = nameOf(sessions, session);
  const attempt = (await findPayment(context, name))?.failedAttempts ?? 0;
  try {
    const answered = await sessions.capture(context, session.id, attempt);
    if (isFinished(answered) || answered.state === "paid")
      return await finaliseTaken(context, sessions, answered);
    // The key was used by a try that was refused while the shop died, so that nobody here counted it.
    await countRefusedTry(context, name, attempt);
    return await afterReplay(context, sessions, answered, isSecondTry);
  } catch (error) {
    const refusal = sessions.readCaptureRefusal(error);
    if (!refusal) throw error;
    log("warn", `${profileOf(sessions.provider).name} did not capture`, {
      orderId: session.id,
      ...refusal.detail,
    });
    return afterRefusal(context, sessions, session, { refusal, attempt });
  }
}

/**
 * A payer who said yes again after that old refusal is charged with the next key, unless another request of theirs was
 * told meanwhile that nothing is charged; any other goes back to the provider.
 */
async function afterReplay(
  context: Context,
  sessions: ProviderSessions,
  now: ApprovedSession,
  isSecondTry: boolean,
): Promise<ApprovedOutcome> {
  const { otherFunding, notTaken } = sessions.texts;
  if (now.state !== "approved" || isSecondTry) return backToProvider(now, { message: otherFunding });
  if (!(await beginCapture(context, nameOf(sessions, now)))) {
    return { kind: "unpaid", message: notTaken, session: now };
  }
  return capture(context, sessions, now, true);
}

/** What each of the provider's refusals means is looked up there, since another request may have been faster. */
async function afterRefusal(
  context: Context,
  sessions: ProviderSessions,
  session: ApprovedSession,
  { refusal, attempt }: { refusal: CaptureRefusal; attempt: number },
): Promise<ApprovedOutcome> {
  const { kind, reason } = refusal;
  const { otherFunding, notApproved, notTaken, refused } = sessions.texts;
  const name = nameOf(sessions, session);
  if (kind === "under way") {
    await new Promise((resolve) => setTimeout(resolve, IN_PROGRESS_PAUSE_MILLISECONDS));
  }
  const now = await sessions.find(context, session.id).catch(() => undefined);
  if (now && isFinished(now)) return finaliseTaken(context, sessions, now);
  const latest = now ?? session;
  if (kind === "other funding") {
    const isOver = await recordFailedSession(context, name, { reason, attempt, isFinal: false });
    if (!isOver) return { kind: "processing", session: latest };
    return backToProvider(latest, { message: otherFunding, refusal });
  }
  if (kind === "not approved") {
    await countRefusedTry(context, name, attempt);
    await leaveSession(context, name);
    return backToProvider(latest, { message: notApproved, refusal });
  }
  // Nobody knows whether it went through: the webhook or the sweeper will, and nobody is told to pay again.
  if (kind === "unknown" || kind === "under way") return { kind: "processing", session: latest };
  const isOver = await recordFailedSession(context, name, { reason, attempt, isFinal: true });
  if (!isOver) return { kind: "processing", session: latest };
  return { kind: "unpaid", message: refusal.isUsedUp ? notTaken : refused, session: latest };
}

/** Makes the order of what was taken; a try that came to nothing is written down once. */
async function finaliseTaken(
  context: Context,
  sessions: ProviderSessions,
  session: ApprovedSession,
): Promise<ApprovedOutcome> {
  const { taken, declined } = session;
  if (taken) return { ...(await finaliseReceived(context, taken)), session };
  if (!declined) return { kind: "processing", session };
  await recordFailedSession(context, nameOf(sessions, session), { reason: declined, isFinal: true });
  return { kind: "unpaid", message: sessions.texts.refused, session };
}

function backToProvider(
  session: ApprovedSession,
  { message, refusal }: { message: string; refusal?: CaptureRefusal },
): ApprovedOutcome {
  const url = session.approvalLink ?? refusal?.approvalLink ?? session.approvalPage;
  return { kind: "approve", url, message, session };
}

function nameOf({ provider }: ProviderSessions, { id }: ApprovedSession): SessionName {
  return { provider, sessionId: id };
}

/** `failed`: the money was taken, and its order could not be made. */
type ReturnOutcome = ApprovedOutcome | { kind: "failed" };

/**
 * What became of the payment that a browser returns from, as its address names it; what was approved is taken here.
 * Undefined where the address names none. When the provider cannot be asked right now the answer is "processing": the
 * webhook and the sweeper will find out, and nobody is told to pay again.
 * @throws ShopError `rate_limited`
 */
export async function processReturn(
  context: Context,
  query: URLSearchParams,
): Promise<ReturnOutcome | undefined> {
  for (const provider of providers) {
    const returned = provider.readReturn(query);
    if (returned) return takeReturned(context, provider, returned);
  }
  return undefined;
}

/** What any provider calls a payment or its page. */
const PROVIDERS_ID = /^[\w-]{1,255}$/;

async function takeReturned(
  context: Context,
  provider: PaymentProvider,
  returned: ReturnedPayment,
): Promise<ReturnOutcome> {
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
    if (error instanceof OrderNotMade) {
      log("error", "a payment's order could not be made", { requestId: context.requestId, error });
      return { kind: "failed" };
    }
    if (!providers.some(({ failureOf }) => failureOf(error))) throw error;
    log("warn", "a returning payment could not be looked up", { requestId: context.requestId, error });
    return { kind: "processing" };
  }
}

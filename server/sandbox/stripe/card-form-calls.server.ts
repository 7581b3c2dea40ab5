import { type Context, Hono } from "hono";
import { z } from "zod";
import { isDatabaseOutage, OUTAGE_MESSAGE, OUTAGE_RETRY_SECONDS } from "../database-outage.ts";
import { log } from "../log.ts";
import { PageFailure, readSmallBody } from "../page-answer.server.ts";
import { runInSandbox } from "../sandbox-process.server.ts";
import { type CardEntryError, checkCardEntry } from "./card-entry.ts";
import type { ConfirmOutcome } from "./charge-card.server.ts";
import { attemptPayment, finishChallenge, refuseConfirmation } from "./confirm-payment-intent.server.ts";
import { refuseSessionIntent } from "./intent-state-rules.ts";
import { keepCard } from "./payment-methods.server.ts";
import type { IntentState } from "./sandbox-state.ts";
import { loadObject, paymentIntents } from "./sandbox-store.server.ts";
import { invalidRequest, StripeFailure } from "./stripe-failure.ts";
import { paymentIntentShape, publicFieldsOf } from "./stripe-shapes.ts";
import { findIntentBySecret } from "./stripe-tempers.server.ts";

/** Where the calls are. */
export const CARD_FORM_CALLS = "/sandbox/stripe/payment_intents";

/**
 * What Stripe.js asks Stripe when a card form is submitted, under `CARD_FORM_CALLS`. Every answer is
 * `{ paymentIntent }` or `{ error }`, as Stripe.js hands them to the page.
 */
export const cardFormCalls = new Hono();

const confirmSchema = z.object({
  client_secret: z.string(),
  card: z.object({ number: z.string().max(40), exp: z.string().max(20), cvc: z.string().max(10) }),
  /** What the card form was opened for; none for a script that has no form. */
  elements: z.object({ mode: z.literal("payment"), amount: z.int(), currency: z.string() }).optional(),
});

cardFormCalls.post("/:id/confirm", async (context) => {
  const given = await readJson(context, confirmSchema);
  const { id } = await findIntentBySecret(context.req.param("id"), given.client_secret);
  const checked = checkCardEntry(given.card, new Date());
  if (!checked.ok) {
    return context.json({ error: mistyped(checked.errors) }, 400);
  }
  const challengeUrl = context.req.path.replace(/confirm$/, "authenticate");
  const outcome = await runInSandbox(async (store) => {
    const intent = await loadObject(store, paymentIntents, id, { lock: true });
    refuseSessionIntent(intent, "confirm");
    await refuseConfirmation(store, intent);
    refuseMismatch(intent, given.elements);
    const method = keepCard(store, checked.card);
    return attemptPayment(store, intent, method, { offSession: false, returnUrl: null, challengeUrl });
  });
  return answerOutcome(context, outcome);
});

/** Stripe.js confirms only the payment that its Elements were opened for. */
function refuseMismatch(intent: IntentState, elements: z.output<typeof confirmSchema>["elements"]): void {
  if (!elements || (elements.amount === intent.amount && elements.currency === intent.currency)) return;
  throw invalidRequest(
    `The amount or currency of the PaymentIntent (${intent.amount} ${intent.currency}) does not match what Elements were created with (${elements.amount} ${elements.currency}).`,
  );
}

/** What Stripe.js asks after an answer that was lost: `retrievePaymentIntent`. */
cardFormCalls.get("/:id", async (context) => {
  const intent = await findIntentBySecret(context.req.param("id"), context.req.query("client_secret"));
  return answerOutcome(context, { intent });
});

const checkSchema = confirmSchema.pick({ card: true });

/** Whether what was typed can be a card, which Stripe's form finds out by itself before anything is opened or charged. */
cardFormCalls.post("/check", async (context) => {
  const { card } = await readJson(context, checkSchema);
  const checked = checkCardEntry(card, new Date());
  return checked.ok ? context.json({}) : context.json({ error: mistyped(checked.errors) }, 400);
});

function mistyped(errors: CardEntryError[]) {
  return { type: "validation_error", ...errors[0], fields: errors };
}

const authenticateSchema = z.object({ client_secret: z.string(), outcome: z.enum(["pass", "fail"]) });

/** The end of the card form's 3-D Secure dialog. */
cardFormCalls.post("/:id/authenticate", async (context) => {
  const given = await readJson(context, authenticateSchema);
  const { id } = await findIntentBySecret(context.req.param("id"), given.client_secret);
  const outcome = await runInSandbox(async (store) =>
    finishChallenge(
      store,
      await loadObject(store, paymentIntents, id, { lock: true }),
      given.outcome === "pass",
    ),
  );
  return answerOutcome(context, outcome);
});

cardFormCalls.onError(handleCardFormFailure);

/** Also of what goes wrong before a call is begun. */
export function handleCardFormFailure(error: Error, context: Context): Response {
  if (error instanceof StripeFailure) {
    const { payment_intent: intent, ...body } = error.body;
    const shown = intent ? { payment_intent: publicFieldsOf(intent) } : {};
    return context.json({ error: { ...body, ...shown } }, error.status);
  }
  if (error instanceof PageFailure) {
    return context.json({ error: { type: "invalid_request_error", message: error.message } }, 400);
  }
  const requestId = context.req.header("x-request-id");
  if (isDatabaseOutage(error)) {
    log("warn", "the database did not answer", { requestId, path: context.req.path, detail: error });
    context.header("Retry-After", String(OUTAGE_RETRY_SECONDS));
    return context.json({ error: { type: "api_error", message: OUTAGE_MESSAGE } }, 503);
  }
  log("error", "payment sandbox call failed", { requestId, error });
  return context.json({ error: { type: "api_error", message: "An unknown error occurred" } }, 500);
}

function answerOutcome(context: Context, { intent, error }: ConfirmOutcome): Response {
  const paymentIntent = publicFieldsOf(paymentIntentShape(intent));
  if (!error) return context.json({ paymentIntent });
  return context.json({ error: { ...error, payment_intent: paymentIntent } }, 402);
}

/** @throws PageFailure 415, 400 */
async function readJson<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!context.req.header("content-type")?.startsWith("application/json")) {
    throw new PageFailure(415, "The content type must be application/json.");
  }
  const parsed = schema.safeParse(jsonOf(await readSmallBody(context)));
  if (parsed.success) return parsed.data;
  throw new PageFailure(400, "The request is not understood.");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

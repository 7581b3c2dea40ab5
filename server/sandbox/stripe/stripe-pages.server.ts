import { type Context, Hono } from "hono";
import { z } from "zod";
import {
  type CheckoutPageProps,
  checkoutPage,
  choicePage,
  messagePage,
  PageFailure,
  showPage,
} from "../pages.server.ts";
import { log, readInSandbox, runInSandbox } from "../sandbox-process.server.ts";
import { jsonOf } from "../wire-formats.ts";
import {
  finishSessionChallenge,
  isPayable,
  paySession,
  type SessionOutcome,
} from "./checkout-sessions.server.ts";
import {
  assertConfirmable,
  assertNotOfSession,
  attemptPayment,
  type ConfirmOutcome,
  finishChallenge,
} from "./payment-intents.server.ts";
import type { IntentState, SessionState } from "./sandbox-state.ts";
import { checkoutSessions, findIntentBySecret, load, paymentIntents } from "./sandbox-store.server.ts";
import { invalidRequest, StripeFailure } from "./stripe-failure.ts";
import { paymentIntentShape, publicFieldsOf } from "./stripe-shapes.ts";
import { type CardEntry, type CardEntryError, checkCardEntry, findTestCard } from "./test-cards.ts";

/** Stripe's hosted payment page: plain forms, under /sandbox/stripe/checkout/. */
export const hostedCheckout = new Hono();

hostedCheckout.get("/:id", async (context) => {
  const session = findSession(context);
  return isPayable(session) ? showCheckout(context, 200, { session }) : leave(context, session);
});

hostedCheckout.post("/:id", async (context) => {
  const session = findSession(context);
  if (!isPayable(session)) return leave(context, session);
  const entry = readCard(await context.req.text());
  // A number that is not a test card's might be a real one, so it is not sent back.
  const input = { number: findTestCard(entry.number) ? entry.number : "", exp: entry.exp };
  const checked = checkCardEntry(entry, new Date());
  if (!checked.ok) return showCheckout(context, 400, { session, fieldErrors: checked.errors, input });
  return afterAttempt(
    context,
    await runInSandbox((store) => paySession(store, session.id, checked.number)),
    input,
  );
});

hostedCheckout.get("/:id/challenge", async (context) => {
  const session = findSession(context);
  const intentId = session.payment_intent;
  const intent = intentId ? readInSandbox((store) => load(store, paymentIntents, intentId)) : undefined;
  if (intent?.status !== "requires_action") return context.redirect(session.url, 303);
  const { amount, currency } = intent;
  const page = choicePage({
    title: "3-D Secure",
    heading: "Confirm your payment",
    asks: "Your bank asks whether it is you who pays",
    ...{ amount, currency, backUrl: session.url, field: "outcome" },
    choices: [
      { value: "pass", label: "Complete authentication" },
      { value: "fail", label: "Fail authentication" },
    ],
  });
  return showPage(context, 200, page, [session.success_url]);
});

hostedCheckout.post("/:id/challenge", async (context) => {
  const session = findSession(context);
  const passed = passedChallenge(await context.req.text());
  return afterAttempt(
    context,
    await runInSandbox((store) => finishSessionChallenge(store, session.id, passed)),
  );
});

/** The pressed button of the challenge page. */
function passedChallenge(body: string): boolean {
  return new URLSearchParams(body).get("outcome") === "pass";
}

function findSession(context: Context): SessionState {
  return readInSandbox((store) => load(store, checkoutSessions, context.req.param("id") ?? ""));
}

function readCard(body: string): CardEntry {
  const form = new URLSearchParams(body);
  const text = (name: string) => form.get(name) ?? "";
  return { number: text("cardNumber"), exp: text("cardExpiry"), cvc: text("cardCvc") };
}

/** Paid: redirect to the shop. Challenged: to the bank's page. Refused: the form again with the bank's message. */
function afterAttempt(
  context: Context,
  { session, intent, error }: SessionOutcome,
  input?: CheckoutPageProps["input"],
): Response | Promise<Response> {
  if (error) return showCheckout(context, 402, { session, refusal: error.message, input });
  if (!isPayable(session)) return leave(context, session);
  const challenged = intent?.status === "requires_action";
  return context.redirect(challenged ? `${session.url}/challenge` : session.url, 303);
}

function leave(context: Context, session: SessionState): Response | Promise<Response> {
  if (session.status === "complete") {
    return context.redirect(session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", session.id), 303);
  }
  const link = { href: session.cancel_url ?? "/", label: "Back to checkout" };
  const text = "Nothing was charged. Go back to the shop to start again.";
  return showPage(context, 410, messagePage({ title: "This payment page has expired", text, link }));
}

function showCheckout(
  context: Context,
  status: 200 | 400 | 402,
  props: CheckoutPageProps,
): Promise<Response> {
  return showPage(context, status, checkoutPage(props), [props.session.success_url]);
}

/**
 * The calls of Stripe.js for a card form, under /sandbox/stripe/payment_intents. Every response is `{ paymentIntent }` or
 * `{ error }`, as Stripe.js returns them to the page.
 */
export const cardFormCalls = new Hono();

const confirmSchema = z.object({
  client_secret: z.string(),
  card: z.object({ number: z.string().max(40), exp: z.string().max(20), cvc: z.string().max(10) }),
  /** The options of the card form; none for a script without a form. */
  elements: z.object({ mode: z.literal("payment"), amount: z.int(), currency: z.string() }).optional(),
});

cardFormCalls.post("/:id/confirm", async (context) => {
  const given = await readJson(context, confirmSchema);
  const { id } = findIntentBySecret(context.req.param("id"), given.client_secret);
  const checked = checkCardEntry(given.card, new Date());
  if (!checked.ok) {
    return context.json({ error: mistyped(checked.errors) }, 400);
  }
  const outcome = await runInSandbox((store) => {
    const intent = load(store, paymentIntents, id);
    assertNotOfSession(intent, "confirm");
    assertConfirmable(store, intent);
    assertSameAmount(intent, given.elements);
    return attemptPayment(store, intent, checked.number);
  });
  return respondOutcome(context, outcome);
});

/** Stripe.js confirms only the payment for which its Elements were created. */
function assertSameAmount(intent: IntentState, elements: z.output<typeof confirmSchema>["elements"]): void {
  if (!elements || (elements.amount === intent.amount && elements.currency === intent.currency)) return;
  throw invalidRequest(
    `The amount or currency of the PaymentIntent (${intent.amount} ${intent.currency}) does not match what Elements were created with (${elements.amount} ${elements.currency}).`,
  );
}

/** What Stripe.js calls after a lost response: `retrievePaymentIntent`. */
cardFormCalls.get("/:id", async (context) => {
  const intent = findIntentBySecret(context.req.param("id"), context.req.query("client_secret"));
  return respondOutcome(context, { intent });
});

const checkSchema = confirmSchema.pick({ card: true });

/** Whether the typed text can be a card. Stripe's form checks that by itself before it opens or charges anything. */
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
  const { id } = findIntentBySecret(context.req.param("id"), given.client_secret);
  const outcome = await runInSandbox((store) =>
    finishChallenge(store, load(store, paymentIntents, id), given.outcome === "pass"),
  );
  return respondOutcome(context, outcome);
});

cardFormCalls.onError((error, context) => {
  if (error instanceof StripeFailure) {
    const { payment_intent: intent, ...body } = error.body;
    const shown = intent ? { payment_intent: publicFieldsOf(intent) } : {};
    return context.json({ error: { ...body, ...shown } }, error.status);
  }
  if (error instanceof PageFailure) {
    return context.json({ error: { type: "invalid_request_error", message: error.message } }, 400);
  }
  log("error", "payment sandbox call failed", { requestId: context.req.header("x-request-id"), error });
  return context.json({ error: { type: "api_error", message: "An unknown error occurred" } }, 500);
});

function respondOutcome(context: Context, { intent, error }: ConfirmOutcome): Response {
  const paymentIntent = publicFieldsOf(paymentIntentShape(intent));
  if (!error) return context.json({ paymentIntent });
  return context.json({ error: { ...error, payment_intent: paymentIntent } }, 402);
}

/** @throws PageFailure */
async function readJson<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!context.req.header("content-type")?.startsWith("application/json")) {
    throw new PageFailure("The content type must be application/json.");
  }
  const parsed = schema.safeParse(jsonOf(await context.req.text()));
  if (parsed.success) return parsed.data;
  throw new PageFailure("The request is not understood.");
}

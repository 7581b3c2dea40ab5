import type Stripe from "stripe";
import type { Store } from "../store.server.ts";
import { addTask } from "../tasks.server.ts";
import { checkoutSessionShape } from "./checkout-session-shapes.ts";
import { methodsOffered } from "./payment-intents.server.ts";
import { type SessionState, sessionTotal } from "./sandbox-state.ts";
import { checkoutSessions, randomText, secondsNow } from "./sandbox-store.server.ts";
import { invalidParameter } from "./stripe-failure.ts";
import {
  checkChargeable,
  currencyOf,
  type Fields,
  linesOf,
  listOf,
  metadataOf,
} from "./stripe-parameters.ts";

/** A session stays open for 24 hours by default, and for at least 30 minutes. */
const LONGEST_SECONDS = 24 * 60 * 60;
const SHORTEST_SECONDS = 30 * 60;

/** POST /v1/checkout/sessions. Its page is at the shop's own address, taken from `success_url`. */
export function createCheckoutSession(store: Store, fields: Fields): Stripe.Checkout.Session {
  const id = `cs_test_${randomText(58)}`;
  const created = secondsNow();
  const allowed = listOf(fields, "allowed_payment_method_types");
  const [lines, successUrl] = [Array.from({ length: linesOf(fields) }), fields.get("success_url") ?? ""];
  const price = (index: number, part: string) => fields.get(`line_items[${index}][price_data]${part}`);
  const [currency, other] = new Set(lines.map((_, index) => price(index, "[currency]")));
  if (other) throw invalidParameter("All prices must have the same currency.", undefined, "line_items");
  const session: SessionState = {
    id,
    created,
    expires_at: expiryOf(fields, created),
    status: "open",
    payment_status: "unpaid",
    currency: currencyOf(currency),
    lines: lines.map((_, index) => ({
      name: price(index, "[product_data][name]") ?? "",
      quantity: Number(fields.get(`line_items[${index}][quantity]`) ?? 1),
      unit_amount: Number(price(index, "[unit_amount]")),
    })),
    url: `${new URL(successUrl.replaceAll("{CHECKOUT_SESSION_ID}", "x")).origin}/sandbox/stripe/checkout/${id}`,
    success_url: successUrl,
    cancel_url: fields.get("cancel_url") ?? null,
    client_reference_id: fields.get("client_reference_id") ?? null,
    customer_email: fields.get("customer_email") ?? null,
    locale: fields.get("locale") ?? null,
    allowed_payment_method_types: allowed ?? null,
    payment_method_types: methodsOffered(store, allowed),
    // The dashboard's own setting is on, as in a new account.
    adaptive_pricing: fields.get("adaptive_pricing[enabled]") !== "false",
    metadata: metadataOf(fields, "metadata"),
    payment_intent: null,
    intent_metadata: metadataOf(fields, "payment_intent_data[metadata]"),
  };
  checkChargeable(sessionTotal(session), session.currency, "line_items");
  store.put(checkoutSessions, session);
  addTask(store, "expire_session", session.id, session.expires_at * 1000);
  return checkoutSessionShape(session);
}

function expiryOf(fields: Fields, created: number): number {
  const expiry = Number(fields.get("expires_at") ?? created + LONGEST_SECONDS);
  // Accepts slightly less than 30 minutes, for clocks that differ by seconds.
  if (expiry >= created + SHORTEST_SECONDS - 60 && expiry <= created + LONGEST_SECONDS) return expiry;
  throw invalidParameter(
    "The `expires_at` timestamp must be from 30 minutes to 24 hours after Checkout Session creation.",
    undefined,
    "expires_at",
  );
}

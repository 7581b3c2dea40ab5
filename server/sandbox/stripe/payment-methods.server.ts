import { z } from "zod";
import type { FormFields } from "../form-encoding.ts";
import type { Store } from "../store.server.ts";
import { type CheckedCard, checkCardEntry } from "./card-entry.ts";
import type { PaymentMethodState } from "./sandbox-state.ts";
import { insertObject, loadObject, newId, paymentMethods, secondsNow } from "./sandbox-store.server.ts";
import { StripeFailure } from "./stripe-failure.ts";
import {
  choiceParameter,
  expandParameter,
  integerParameter,
  metadataParameter,
  parseParameters,
  textParameter,
} from "./stripe-parameters.ts";
import { paymentMethodShape, type Shape } from "./stripe-shapes.ts";
import { brandOf, findTestCard, findTestCardByToken, type TestCard } from "./test-cards.ts";

/** A card in a request of the API: as `payment_method_data` or for a payment method of its own. */
export const cardDataSchema = z.strictObject({
  type: choiceParameter(["card"]),
  card: z.strictObject({
    number: textParameter(),
    exp_month: integerParameter,
    exp_year: integerParameter,
    cvc: textParameter().optional(),
  }),
  billing_details: z.looseObject({}).optional(),
  metadata: metadataParameter.optional(),
});

const createSchema = cardDataSchema.extend({ expand: expandParameter });

/** POST /v1/payment_methods */
export async function createPaymentMethod(store: Store, fields: FormFields): Promise<Shape> {
  const { card } = parseParameters(createSchema, fields);
  return paymentMethodShape(keepCard(store, checkCardData(card)));
}

/** GET /v1/payment_methods/:id */
export async function retrievePaymentMethod(store: Store, id: string): Promise<Shape> {
  return paymentMethodShape(await loadObject(store, paymentMethods, id));
}

/**
 * Checks a card as the API takes it.
 * @throws StripeFailure 402 card_error in the words of the API, which differ from those of the card form
 */
export function checkCardData(card: z.output<typeof cardDataSchema>["card"]): CheckedCard {
  const exp = `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;
  const checked = checkCardEntry({ number: card.number, exp, cvc: card.cvc ?? "123" }, new Date());
  if (checked.ok) return checked.card;
  const field = checked.errors[0]?.field;
  if (field === "number") throw cardError("incorrect_number", "Your card number is incorrect.", "number");
  if (field === "cvc") throw cardError("invalid_cvc", "Your card's security code is invalid.", "cvc");
  if (card.exp_month < 1 || card.exp_month > 12) {
    throw cardError("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  }
  throw cardError("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
}

function cardError(code: string, message: string, param: string): StripeFailure {
  return new StripeFailure(402, { type: "card_error", code, message, param });
}

/** Keeps a card without its number: only a test card can be recognised again. */
export function keepCard(store: Store, card: CheckedCard): PaymentMethodState {
  const method: PaymentMethodState = {
    id: newId("pm"),
    created: secondsNow(),
    brand: brandOf(card.number),
    last4: card.number.slice(-4),
    exp_month: card.expMonth,
    exp_year: card.expYear,
    test_card: findTestCard(card.number)?.number ?? null,
  };
  insertObject(store, paymentMethods, method);
  return method;
}

/**
 * The payment method that an id names: one made before, or one of Stripe's ready-made ones (`pm_card_visa`).
 * @throws StripeFailure 404 resource_missing
 */
export async function findPaymentMethod(store: Store, id: string): Promise<PaymentMethodState> {
  const readyMade = findTestCardByToken(id);
  if (!readyMade) return loadObject(store, paymentMethods, id);
  const expYear = new Date().getUTCFullYear() + 1;
  return keepCard(store, { number: readyMade.number, expMonth: 12, expYear });
}

export function testCardOf(method: PaymentMethodState): TestCard | undefined {
  return method.test_card === null ? undefined : findTestCard(method.test_card);
}

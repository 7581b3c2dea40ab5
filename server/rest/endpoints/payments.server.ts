import { z } from "zod";
import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { GREATEST_CARD_CHARGE, leastCardCharge } from "#server/checkout/checkout.ts";
import { checkoutFormSchema } from "#server/checkout/checkout-details.ts";
import { openForAmount } from "#server/checkout/pay.server.ts";
import { stripeProvider } from "#server/payments/stripe/stripe-provider.server.ts";
import { currencyCodes, parsePounds, penceToDecimal } from "#server/pricing/money.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";

/** In any currency; what is too little in the shop's is refused when the payment is opened. */
const LEAST_OF_ALL = Math.min(...currencyCodes.map(leastCardCharge));

/** Pounds, as a JSON number or as a decimal text; becomes pence. */
export const amountSchema = z
  .union(
    [
      z.number().meta({ minimum: LEAST_OF_ALL / 100, maximum: GREATEST_CARD_CHARGE / 100 }),
      z.string().max(20),
    ],
    "Amount must be a number such as 19.99",
  )
  .meta({ description: "In the shop's currency, with at most two decimals.", examples: [19.99] })
  .transform((pounds, check) => {
    const pence = parsePounds(pounds);
    if (pence === undefined) check.addIssue("Amount must have at most two decimals");
    else if (pence < LEAST_OF_ALL) check.addIssue(`Amount must be at least ${penceToDecimal(LEAST_OF_ALL)}`);
    else if (pence > GREATEST_CARD_CHARGE)
      check.addIssue(`Amount must be at most ${penceToDecimal(GREATEST_CARD_CHARGE)}`);
    return pence ?? z.NEVER;
  });

/** What a checkout page shows while its button is pressed: only that is charged. Scripts omit it. */
export const shownSchema = z
  .strictObject({
    form: checkoutFormSchema.meta({ description: "The checkout form, as it was filled in." }),
    currency: z
      .enum(currencyCodes, "Currency must be gbp, eur or usd")
      .optional()
      .meta({ description: "Of the amount on the button, small letters; none is pounds." }),
    items: z
      .array(z.strictObject({ productId: z.int().min(1), quantity: z.int().min(1) }))
      .max(500)
      .meta({ description: "What the page shows of the cart." }),
  })
  .meta({ description: "What a checkout page shows: the payment is for exactly that, or is refused." });

const postPaymentIntent = defineEndpoint({
  method: "POST",
  path: "/api/create-payment-intent",
  summary: "Begins a card payment; confirm it with Stripe, then post the order",
  permission: "orders.place",
  repeating: "after-effect",
  checksSettings: true,
  body: z
    .strictObject({ amount: amountSchema, shown: shownSchema.optional() })
    .meta({ examples: [{ amount: "49.98" }] }),
  responses: {
    200: {
      description: "What Stripe's SDK needs",
      schema: z
        .strictObject({ clientSecret: z.string() })
        .meta({ examples: [{ clientSecret: "pi_3RkExample_secret_Zb1w8M0Yy6nQkT4c" }] }),
    },
  },
  refusals: ["conflict", "out_of_stock", "rate_limited", "unavailable"],
  answer: async ({ context, request, body: { amount, shown } }) => {
    const cartId = await cartIdFrom(context, request);
    const { clientSecret } = await openForAmount(context, stripeProvider, amount, cartId, shown);
    return reply(200, { clientSecret });
  },
});

/** The calls that begin a payment. */
export const paymentEndpoints = [postPaymentIntent];

import { z } from "zod";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { defineEndpoint, reply } from "#server/api/endpoint.ts";
import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { quoteItems } from "#server/catalogue/sellable.server.ts";
import { GREATEST_CARD_CHARGE, leastCardCharge } from "#server/checkout/checkout.ts";
import { DEFAULT_COUNTRY } from "#server/checkout/checkout-form.ts";
import { openForAmount } from "#server/checkout/pay.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { patternText, trimmedText } from "#server/core/fields.ts";
import { log } from "#server/core/log.ts";
import { takeApproved } from "#server/orders/take-approved.server.ts";
import { countLookup } from "#server/payments/call-provider.server.ts";
import { callPayPal, makeClientToken, requirePayPal } from "#server/payments/paypal/paypal-client.server.ts";
import { captureOf, paypalOrderSchema } from "#server/payments/paypal/paypal-order.ts";
import { payPalProvider } from "#server/payments/paypal/paypal-provider.server.ts";
import { stripeProvider } from "#server/payments/stripe/stripe-provider.server.ts";
import { currencyCodes, parsePounds, penceToDecimal, penceToPounds } from "#server/pricing/money.ts";

/** In any currency; what is too little in the shop's is refused when the payment is opened. */
const LEAST_OF_ALL = Math.min(...currencyCodes.map(leastCardCharge));

/** Pounds, as a JSON number or as a decimal text; becomes pence. */
const amountSchema = z
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

const postPaymentIntent = defineEndpoint({
  method: "POST",
  path: "/api/create-payment-intent",
  summary: "Begins a card payment; confirm it with Stripe, then post the order",
  permission: "orders.place",
  repeating: "after-effect",
  checksSettings: true,
  body: z.strictObject({ amount: amountSchema }).meta({ examples: [{ amount: "49.98" }] }),
  responses: {
    200: {
      description: "What Stripe's SDK needs",
      schema: z
        .strictObject({ clientSecret: z.string() })
        .meta({ examples: [{ clientSecret: "pi_3RkExample_secret_Zb1w8M0Yy6nQkT4c" }] }),
    },
  },
  errorCodes: ["conflict", "out_of_stock", "rate_limited", "unavailable"],
  answer: async ({ context, request, body: { amount } }) => {
    const cartId = await cartIdFrom(context, request);
    const { clientSecret } = await openForAmount(context, stripeProvider, amount, cartId);
    return reply(200, { clientSecret });
  },
});

/** The calls that begin a payment by card. */
export const paymentEndpoints = [postPaymentIntent];

/** PayPal's order as far as the client sends it, and what the shop adds. */
const capturedSchema = z
  .looseObject({
    id: z.string(),
    status: z.string(),
    orderId: z
      .int()
      .optional()
      .meta({ description: "The shop's order; none while PayPal is still deciding." }),
    invoiceNumber: z.string().optional(),
    captureId: z.string().optional().meta({ description: "The transactionId of POST /api/orders." }),
  })
  .meta({
    examples: [
      {
        id: "5O190127TN364715T",
        status: "COMPLETED",
        orderId: 41,
        invoiceNumber: "INV-1772453100000",
        captureId: "3C679366HH908993F",
      },
    ],
  });

const getPayPalSetup = defineEndpoint({
  method: "GET",
  path: "/paypal/setup",
  summary: "What PayPal's browser SDK begins with",
  permission: "public",
  caching: "never",
  responses: {
    200: {
      description: "A token for one browser",
      schema: z
        .strictObject({ clientToken: z.string() })
        .meta({ examples: [{ clientToken: "eyJhbGciOiJSUzI1NiJ9" }] }),
    },
  },
  errorCodes: ["not_found", "unavailable"],
  answer: async ({ context }) => {
    const paypal = requirePayPal(context, { offered: true });
    await countAgainstLimit(context, "client-token");
    return reply(200, { clientToken: await makeClientToken(paypal) });
  },
});

const postPayPalOrder = defineEndpoint({
  method: "POST",
  path: "/paypal/order",
  summary: "Begins a PayPal payment; its payer approves it, then it is captured",
  permission: "orders.place",
  repeating: "after-effect",
  body: z
    .strictObject({
      amount: amountSchema,
      currency: patternText(
        3,
        /^(?:[Gg][Bb][Pp]|[Ee][Uu][Rr]|[Uu][Ss][Dd])$/,
        "Currency must be GBP, EUR or USD",
      ),
      intent: patternText(10, /^(?:capture|CAPTURE)$/, "Intent must be capture"),
    })
    .meta({ examples: [{ amount: "49.98", currency: "GBP", intent: "capture" }] }),
  responses: {
    200: {
      description: "PayPal's order",
      schema: z
        .looseObject({ id: z.string(), status: z.string() })
        .meta({ examples: [{ id: "5O190127TN364715T", status: "CREATED" }] }),
    },
  },
  errorCodes: ["conflict", "out_of_stock", "not_found", "rate_limited", "unavailable"],
  answer: async ({ context, request, body: { amount, currency } }) => {
    const own = context.settings.currency;
    if (currency.toUpperCase() !== own) {
      const message = `Currency must be ${own}`;
      throw new ShopError("validation_failed", message, { fields: { currency: [message] } });
    }
    const cartId = await cartIdFrom(context, request);
    const { id, status, links } = await openForAmount(context, payPalProvider, amount, cartId);
    return reply(200, { id, status, links });
  },
});

const CANNOT_ASK =
  "The payment cannot be looked up right now. Nothing is lost: please try again in a moment.";

const postPayPalCapture = defineEndpoint({
  method: "POST",
  path: "/paypal/order/{orderId}/capture",
  summary: "Takes the money of an approved PayPal order and places the order; safe to send again",
  permission: "orders.place",
  repeating: "after-effect",
  params: z.object({
    orderId: z
      .string()
      .max(36)
      .meta({ description: "The id that PayPal gave its order.", examples: ["5O190127TN364715T"] }),
  }),
  responses: {
    200: { description: "PayPal's order, captured", schema: capturedSchema },
    202: { description: "PayPal is still deciding", schema: capturedSchema },
  },
  errorCodes: ["payment_failed", "not_found", "conflict", "out_of_stock", "unavailable"],
  answer: async ({ context, params: { orderId } }) => {
    await countLookup(context, orderId);
    const session = { provider: "paypal", sessionId: orderId } as const;
    const outcome = await callPayPal(() => takeApproved(context, session), CANNOT_ASK);
    const order = paypalOrderSchema.safeParse(outcome.session?.answer).data;
    const capture = order && captureOf(order);
    // The payer's name and address stay between PayPal and the shop.
    const responseBody = {
      id: orderId,
      status: order?.status ?? "UNKNOWN",
      purchase_units: order?.purchase_units?.map(({ payments }) => ({ payments })),
      captureId: capture?.id,
    };
    switch (outcome.kind) {
      case "paid":
        return reply(200, {
          ...responseBody,
          orderId: outcome.orderId,
          invoiceNumber: outcome.invoiceNumber,
        });
      case "processing":
        return reply(202, responseBody);
      case "approve":
        throw new ShopError("payment_failed", outcome.message, { extra: { restart: true } });
      case "unpaid":
        throw new ShopError("payment_failed", outcome.message);
      case "unmatched":
        if (!order || !capture) throw new ShopError("not_found", "This payment is not known here.");
        log("info", "a PayPal payment waits for its order", { orderId });
        return reply(200, responseBody);
    }
  },
});

/** The calls of payments by PayPal: a script's, and those of its buttons. */
export const payPalEndpoints = [getPayPalSetup, postPayPalOrder, postPayPalCapture];

const ITEMS = /^\d{1,9}x\d{1,2}(,\d{1,9}x\d{1,2}){0,99}$/;
/** A hundred of them. */
const LONGEST_ITEMS = 1300;
const ITEMS_HINT = "Items are ids with quantities: 1x2,5x1";

const quoteQuery = z.strictObject({
  items: patternText(LONGEST_ITEMS, ITEMS, ITEMS_HINT)
    .transform((text, problems) => {
      const lines = new Map<number, number>();
      for (const item of text.split(",")) {
        const [productId = 0, quantity = 0] = item.split("x").map(Number);
        lines.set(productId, (lines.get(productId) ?? 0) + quantity);
      }
      const items = [...lines].map(([productId, quantity]) => ({ productId, quantity }));
      if (items.every(({ productId, quantity }) => productId > 0 && productId < 2 ** 31 && quantity > 0))
        return items;
      problems.addIssue({ code: "custom", message: ITEMS_HINT });
      return z.NEVER;
    })
    .meta({ description: "Products by id, each with its quantity, as 1x2,5x1.", examples: ["1x2,5x1"] }),
  postcode: trimmedText(20)
    .default("")
    .meta({ description: "Of the delivery; its first half is enough.", examples: ["ZE1 0AA"] }),
  country: trimmedText(100)
    .default(DEFAULT_COUNTRY)
    .transform((country) => country || DEFAULT_COUNTRY)
    .meta({ description: "By its name or its ISO 3166 code.", examples: ["GB"] }),
});

const quoteSchema = z
  .object({
    served: z.boolean().meta({ description: "Whether the shop delivers there at all." }),
    subtotal: z.number(),
    options: z.array(z.object({ id: z.string(), label: z.string(), price: z.number() })).meta({
      description: "What may be chosen, what is charged otherwise first; none where delivery has no price.",
    }),
    message: z.string().meta({ description: "How it travels, or why it has no price." }),
  })
  .meta({
    examples: [
      {
        served: true,
        subtotal: 339,
        options: [{ id: "standard", label: "Standard delivery", price: 214.95 }],
        message: "Travels as 1 bulk bag, 1 parcel.",
      },
    ],
  });

const getDeliveryQuote = defineEndpoint({
  method: "GET",
  path: "/api/delivery-quote",
  summary: "What it costs to bring products to a place",
  permission: "public",
  query: quoteQuery,
  caching: "never",
  responses: { 200: { description: "The price, or why there is none", schema: quoteSchema } },
  answer: async ({ context, query: { items, country, postcode } }) => {
    const { options, subtotal, ...rest } = await quoteItems(context, items, { country, postcode });
    return reply(200, {
      ...rest,
      subtotal: penceToPounds(subtotal),
      options: options.map((option) => ({ ...option, price: penceToPounds(option.price) })),
    });
  },
});

/** The calls about delivery. */
export const deliveryEndpoints = [getDeliveryQuote];

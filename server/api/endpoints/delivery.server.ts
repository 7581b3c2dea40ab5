import { z } from "@hono/zod-openapi";
import { defineEndpoint, reply } from "#server/api/endpoint.ts";
import { quoteItems } from "#server/catalogue/sellable.server.ts";
import { DEFAULT_COUNTRY } from "#server/checkout/checkout-form.ts";
import { patternText, trimmedText } from "#server/core/fields.ts";
import { penceToPounds } from "#server/pricing/money.ts";

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

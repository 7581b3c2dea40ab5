import { z } from "zod";

/** A step as products keep it (`product.price_steps`). Beside the rules, since pages load those without zod. */
export const priceStepSchema = z.object({
  minQuantity: z.number(),
  price: z.number(),
  tradeList: z.string().nullable(),
});

import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { registrationSchema } from "#server/accounts/account.schema.ts";
import { newBatchSchema } from "#server/batches/batch-commands.ts";
import { productFormSchema } from "#server/catalogue/product.schema.ts";
import { checkoutFormSchema } from "#server/checkout/checkout-details.ts";
import { enquirySchema } from "#server/enquiries/enquiry.schema.ts";
import { orderPayloadSchema, shopOrderSchema } from "#server/orders/order.schema.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { storeSettingsSchema } from "#server/settings/store-settings.ts";
import { visibleText } from "./fields.ts";

it.each([
  [" Jose\u0301 ", "José"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["👩\u200d🌾", "👩\u200d🌾"],
  ["O’Brien", "O’Brien"],
  ["two\nlines", "two\nlines"],
  ["\u200b", ""],
  [" \u00ad\u200d\ufeff\u2060 ", ""],
  ["\u3164", ""],
  ["\u2800\u2800", ""],
])("%j is kept as %j", (typed, kept) => expect(visibleText(typed)).toBe(kept));

describe("a text that has to be there", () => {
  const fields: [string, z.ZodObject, string][] = [
    ["a first name at the checkout", checkoutFormSchema as unknown as z.ZodObject, "firstName"],
    ["a postcode at the checkout", checkoutFormSchema as unknown as z.ZodObject, "postcode"],
    ["a customer of a script's order", orderPayloadSchema, "customerName"],
    ["a customer at the counter", shopOrderSchema, "customerName"],
    ["anyone who registers", registrationSchema, "name"],
    ["anyone who writes to the shop", enquirySchema, "name"],
    ["a product", productFormSchema, "name"],
    ["a batch's feedstock", newBatchSchema, "feedstock"],
    ["the shop's name", storeSettingsSchema, "storeName"],
    ["a carrier", orderCommands.dispatch.input as unknown as z.ZodObject, "carrier"],
  ];

  it.each(fields)("is missing where nothing of it can be seen: %s", (_what, { shape }, field) => {
    const read = (typed: string) => (shape[field] as z.ZodType).safeParse(typed);
    expect(read("\u200b\u3164").error?.issues[0]?.message).toMatch(/required/i);
    expect(read(" Rene\u0301e ").data).toBe("Renée");
  });
});

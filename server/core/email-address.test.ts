import { describe, expect, it } from "vitest";
import type { z } from "zod";
import {
  customerSignInSchema,
  forgotPasswordSchema,
  profileFormSchema,
  registrationSchema,
  staffSignInSchema,
} from "#server/accounts/account.schema.ts";
import { administratorSchema } from "#server/accounts/create-administrator.server.ts";
import { checkoutFormSchema } from "#server/checkout/checkout-details.ts";
import { userCreateSchema } from "#server/customers/users.schema.ts";
import { openingMarks } from "#server/doctor/opening-steps.ts";
import { enquirySchema } from "#server/enquiries/enquiry.schema.ts";
import { subscribeSchema } from "#server/newsletter/newsletter.schema.ts";
import { orderPayloadSchema, shopOrderSchema } from "#server/orders/order.schema.ts";
import { storeSettingsSchema } from "#server/settings/store-settings.ts";
import { emailAddress } from "./fields.ts";

const schema = emailAddress("No address");

describe("an email address", () => {
  it.each([
    "o'brien+shop@example.com",
    "r&d@example.com",
    "ops/uk@example.com",
    "!#$%&'*+/=?^_`{|}~-@example.com",
    "dots..in.a.row.@example.com",
    "ann@sub.domain.example",
    "a@xn--bcher-kva.example",
  ])("%s is taken, as a browser's field takes it", (typed) => expect(schema.parse(typed)).toBe(typed));

  it.each([
    ["ann@bücher.example", "ann@xn--bcher-kva.example"],
    ["ann@bu\u0308cher.example", "ann@xn--bcher-kva.example"],
    ["ann@例え.テスト", "ann@xn--r8jz45g.xn--zckzah"],
    ["  ann@example.com\u200b ", "ann@example.com"],
  ])("%s becomes %s, however it was typed", (typed, kept) => expect(schema.parse(typed)).toBe(kept));

  it.each([
    "",
    "ann",
    "ann@",
    "@example.com",
    "a b@example.com",
    "ann@exa mple.com",
    "ann@-bücher-.x/y",
    "a@b@c",
  ])("%j is none", (typed) =>
    expect(schema.safeParse(typed).error?.issues).toMatchObject([{ message: "No address" }]),
  );

  const fields: [string, z.ZodObject, string][] = [
    ["the checkout", checkoutFormSchema as unknown as z.ZodObject, "email"],
    ["a script's order", orderPayloadSchema, "customerEmail"],
    ["the counter", shopOrderSchema, "customerEmail"],
    ["registration", registrationSchema, "email"],
    ["a forgotten password", forgotPasswordSchema, "email"],
    ["a profile", profileFormSchema, "email"],
    ["staff's sign-in", staffSignInSchema, "email"],
    ["a customer's sign-in", customerSignInSchema, "username"],
    ["a new administrator", administratorSchema, "email"],
    ["a new user", userCreateSchema, "email"],
    ["the contact form", enquirySchema, "email"],
    ["the newsletter", subscribeSchema, "email"],
    ["the shop's own", storeSettingsSchema, "storeEmail"],
    ["notes of orders", storeSettingsSchema, "orderNotificationEmail"],
    ["a test mail", openingMarks.sendTestMail.input as z.ZodObject, "to"],
  ];
  it.each(fields)("is the same one in the field of %s", (_name, { shape }, field) => {
    const read = (typed: string) => (shape[field] as z.ZodType).safeParse(typed).data;
    expect(read("r&d@bücher.example")).toBe("r&d@xn--bcher-kva.example");
    expect(read("ops/uk@example.com")).toBe("ops/uk@example.com");
  });
});

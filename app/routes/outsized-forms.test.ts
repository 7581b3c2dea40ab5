import { describe, expect, it } from "vitest";
import { registrationFormSchema } from "#server/accounts/account.schema.ts";
import { checkoutFormSchema } from "#server/checkout/checkout-details.ts";
import { enquirySchema } from "#server/enquiries/enquiry.schema.ts";
import { bodyLimit } from "#server/http/body-limit.ts";
import { orderPayloadSchema } from "#server/orders/order.schema.ts";
import { filledForm } from "#server/testing/checkouts.ts";
import { action as askForPassword } from "./account/forgot-password.tsx";
import { action as signIn } from "./account/login.tsx";
import { action as register } from "./account/register.tsx";
import { action as sendEnquiry } from "./content/contact.tsx";

/* Small forms that would be expensive to parse and to show again (server/process/page.server.ts). */

describe.each([
  ["contact", sendEnquiry],
  ["login", signIn],
  ["register", register],
  ["forgot-password", askForPassword],
])("/%s answers 400, before it reads it, to a form with the field", (path, action) => {
  it.each([
    ["2,000 objects deep", `a${".a".repeat(2000)}`],
    ["of the 4,000,000,000th of a list", "a[4000000000]"],
  ])("%s", async (_, name) => {
    const request = new Request(`http://127.0.0.1:3000/${path}`, {
      method: "POST",
      headers: { "X-Client-Address": "203.0.113.7" },
      body: new URLSearchParams({ name: "Mallory", email: "", [name]: "1" }),
    });
    const response = async () => action({ request, params: {}, context: {} });
    await expect(response()).rejects.toMatchObject({ init: { status: 400 } });
  });
});

describe("the longest valid body of each form is shorter than its limit", () => {
  const email = `${"e".repeat(60)}@${"d".repeat(60)}.${"d".repeat(60)}.${"d".repeat(60)}.example`;
  const longest = (letter: string, characters: number) => letter.repeat(characters / letter.length);

  it.each([
    ["in emoji", "\u{1F30D}"],
    ["in Chinese", "\u{571F}"],
  ])("a message %s", (_, letter) => {
    const [name, subject] = [longest(letter, 200), longest(letter, 200)];
    const message = { name, email, subject, message: longest(letter, 10_000) };
    expect(enquirySchema.safeParse(message).success).toBe(true);
    expect(new URLSearchParams(message).toString().length).toBeLessThan(bodyLimit("/contact", {}));
    expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(bodyLimit("/api/contact", {}));
  });

  it("an order for two addresses", () => {
    const lengths = { firstName: 100, lastName: 99, phone: 50, address: 500, city: 100, postcode: 20 };
    const shipping = { shippingAddress: 500, shippingCity: 100, shippingPostcode: 20 };
    const words = Object.entries({ ...lengths, ...shipping }).map(([field, length]) => [
      field,
      longest("\u{571F}", length),
    ]);
    const form = { ...filledForm(), email, ...Object.fromEntries(words) };
    expect(checkoutFormSchema.safeParse({ ...form, sameShipping: false }).error?.issues ?? []).toEqual([]);
    expect(new URLSearchParams(form).toString().length).toBeLessThan(bodyLimit("/checkout", {}));
  });

  it("a registration", () => {
    const password = longest("\u{571F}", 1000);
    const person = { name: longest("\u{571F}", 200), username: "u".repeat(50), email };
    const form = { ...person, password, confirmPassword: password };
    expect(registrationFormSchema.safeParse(form).error?.issues ?? []).toEqual([]);
    expect(new URLSearchParams(form).toString().length).toBeLessThan(bodyLimit("/register", {}));
  });

  it("an order of a hundred lines over REST", () => {
    const line = {
      productId: 2_147_483_647,
      productName: longest("\u{571F}", 200),
      quantity: 99,
      price: 9999.99,
    };
    const buyer = { customerName: longest("\u{571F}", 200), customerEmail: email };
    const order = {
      ...buyer,
      customerAddress: longest("\u{571F}", 1000),
      paymentMethod: "stripe",
      transactionId: "pi_x",
      items: Array.from({ length: 100 }, () => line),
    };
    expect(orderPayloadSchema.safeParse(order).error?.issues ?? []).toEqual([]);
    expect(Buffer.byteLength(JSON.stringify(order))).toBeLessThan(bodyLimit("/api/orders", {}));
  });
});

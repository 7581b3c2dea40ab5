import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { User } from "#db/entities/index.ts";
import { marketingConsent, SOFT_OPT_IN_WORDING } from "#server/accounts/user-view.ts";
import { type CheckoutForm, detailsOf, formOf } from "#server/checkout/checkout-details.ts";
import { findCheckoutForm } from "#server/checkout/find-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { filledForm } from "#server/testing/checkouts.ts";
import { asUser, makeUser, testContext, withSettings } from "#server/testing/factories.ts";
import { findAccountForOrder } from "./find-account-for-order.server.ts";

/* What buyers say of marketing emails at the checkout (docs/rules.md#accounts-25). */

const asked = { marketingAsked: "on" } as const;
const refused = { ...asked, marketingRefused: "on" } as const;

/** The customer's record after an order with this form. */
async function orderWith(context: Context, form: Partial<CheckoutForm>): Promise<User> {
  const details = detailsOf(filledForm(form));
  const em = context.em.fork();
  await em.transactional((inner) => findAccountForOrder(inner, context, details));
  return context.em.fork().findOneOrFail(User, { email: details.customerEmail });
}

const address = () => `soft-${randomUUID()}@example.com`;

describe("a buyer who is told of emails about similar products", () => {
  it("and does not refuse has a soft opt-in, with its words, time and place", async () => {
    const context = await testContext();
    expect(await orderWith(context, asked)).toMatchObject({
      emailOptIn: true,
      emailConsentAt: context.clock.now(),
      emailConsentSource: "checkout, soft opt-in",
      emailConsentWording: expect.stringContaining(SOFT_OPT_IN_WORDING),
    });
  });

  it("and refuses has none, nor has who was not told", async () => {
    const context = await testContext();
    const none = { emailOptIn: false, emailConsentAt: null, emailConsentSource: "" };
    expect(await orderWith(context, refused)).toMatchObject(none);
    expect(await orderWith(context, {})).toMatchObject(none);
  });

  it("ends it by refusing with a later order", async () => {
    const context = await testContext();
    const email = address();
    await orderWith(context, { ...asked, email });
    expect(await orderWith(context, { ...refused, email })).toMatchObject({
      emailOptIn: false,
      emailConsentAt: null,
    });
  });

  it("keeps what an account of before has said: a no, and a consent", async () => {
    const context = await testContext();
    const [no, yes] = [await makeUser(context), await makeUser(context)];
    const consent = marketingConsent(true, context.clock.now(), "registration");
    await context.em.fork().nativeUpdate(User, { id: yes.id }, consent);
    expect(await orderWith(context, { ...asked, email: no.email })).toMatchObject({ emailOptIn: false });
    expect(await orderWith(context, { ...refused, email: yes.email })).toMatchObject(consent);
  });
});

describe("the checkout", () => {
  it("tells only those without an account, and only where customers are kept", async () => {
    const context = await testContext();
    const toldOn = async (visitor: Context) => (await findCheckoutForm(visitor, null)).marketingAsked;
    expect(await toldOn(context)).toBe("on");
    expect(await toldOn(asUser(context, await makeUser(context)))).toBe("");
    expect(await toldOn(withSettings(context, { customerAccountCreation: "manual" }))).toBe("");
  });

  it("shows again what was said when its form comes back", () => {
    for (const form of [asked, refused, { marketingAsked: "" }]) {
      expect(formOf(detailsOf(filledForm(form)))).toMatchObject(form);
    }
  });
});

import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { payPalEvents } from "#server/payments/paypal/paypal-provider.server.ts";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { stripeEvents } from "#server/payments/stripe/stripe-provider.server.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { postForm } from "#server/testing/post-form.ts";
import {
  addStripeEndpoint,
  addWalletDomain,
  changePayPalWebhook,
  forgetAtProviders,
  runTestSandbox,
} from "#server/testing/sandbox.ts";
import { findProviderProblems } from "./find-open-items.server.ts";
import { findOpening } from "./opening.server.ts";

await runTestSandbox();

const SHOP = "https://shop.example.com";
const live = { payments: { stripe: "live", paypal: "live" }, publicUrl: SHOP } as const;
const asked = (facts: Partial<Parameters<typeof findProviderProblems>[1]> = {}) =>
  findProviderProblems({ gateways: paymentGateways() }, { ...live, ...facts });
const titlesOf = async (facts: Parameters<typeof asked>[0]) => (await asked(facts)).map(({ title }) => title);
const stripeOnly = { payments: { stripe: "live" } } as const;
const payPalOnly = { payments: { paypal: "live" } } as const;
const allStripeEvents = stripeEvents.map(({ name }) => name);

const endpointWith = (url: string, names: string[] = allStripeEvents) => addStripeEndpoint(url, names);

const changePayPal = (changes: Parameters<typeof changePayPalWebhook>[1]) =>
  changePayPalWebhook(SHOP, changes);

beforeEach(async () => {
  forgetAtProviders();
  await addWalletDomain("shop.example.com");
  await changePayPal({ url: `${SHOP}/webhooks/paypal` });
});

describe("the opening page", () => {
  it("asks the providers when somebody wants to know, and keeps what they say with who asked", async () => {
    const context = await testContext({ gateways: paymentGateways(), publicUrl: SHOP });
    const administrator = asUser(context, await makeUser(context, { role: "administrator", name: "Ada" }));
    vi.stubEnv("STRIPE_SECRET_KEY", "sk_live_1");
    vi.stubEnv("STRIPE_PUBLISHABLE_KEY", "pk_live_1");
    vi.stubEnv("STRIPE_WEBHOOK_SECRET", "whsec_1");
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const ask = async () => {
      await postForm(administrator, "opening.askProviders", {});
      const { steps, facts } = await findOpening({ ...administrator, em: administrator.em.fork() });
      const items = steps.find(({ key }) => key === "payments")?.items.map(({ key }) => key);
      return { items, check: facts.paymentsCheck };
    };
    const missing = await ask();
    expect(missing.items).toContain("payment-keys");
    expect(missing.check).toMatchObject({
      by: "Ada",
      providers: {
        stripe: { mode: "live", answered: true, gaps: [{ title: "Stripe sends no events here" }] },
      },
    });
    await endpointWith(`${SHOP}/webhooks/stripe`, ["*"]);
    expect((await ask()).items).not.toContain("payment-keys");
  });
});

describe("npm run doctor asks the providers, and", () => {
  it("finds nothing when each sends every event here and wallets are registered", async () => {
    await endpointWith(`${SHOP}/webhooks/stripe`);
    await changePayPal({ events: payPalEvents.map(({ name }) => name) });
    expect(await asked()).toEqual([]);
    expect(await asked({ payments: { stripe: "test", paypal: "test" }, publicUrl: `${SHOP}/` })).toEqual([]);
  });

  it("takes all events for each of them", async () => {
    await endpointWith(`${SHOP}/webhooks/stripe`, ["*"]);
    await changePayPal({ events: ["*"] });
    expect(await asked()).toEqual([]);
  });

  it("misses a webhook of Stripe's at this address, whatever others there are", async () => {
    await endpointWith("https://elsewhere.example.com/webhooks/stripe");
    const [gap, ...others] = await asked(stripeOnly);
    expect(gap?.title).toBe("Stripe sends no events here");
    expect(gap?.sentence).toContain("https://shop.example.com/webhooks/stripe");
    expect(others).toEqual([]);
  });

  it("sees that Stripe's webhook is switched off", async () => {
    await addStripeEndpoint(`${SHOP}/webhooks/stripe`, allStripeEvents, { isEnabled: false });
    expect(await titlesOf(stripeOnly)).toEqual(["Stripe's webhook is disabled"]);
  });

  it("names the events that Stripe does not send, and which of them nothing replaces", async () => {
    const missing = ["payment_intent.succeeded", "charge.dispute.created", "refund.failed"];
    await endpointWith(
      `${SHOP}/webhooks/stripe`,
      allStripeEvents.filter((name) => !missing.includes(name)),
    );
    const [gap, ...others] = await asked(stripeOnly);
    expect(others).toEqual([]);
    expect(gap?.sentence).toContain("payment_intent.succeeded, refund.failed, charge.dispute.created.");
    expect(gap?.sentence).toContain("Nothing else tells the shop of refund.failed, charge.dispute.created.");
  });

  it("adds the events of two webhooks at one address, as while a secret is replaced", async () => {
    await endpointWith(`${SHOP}/webhooks/stripe`, allStripeEvents.slice(0, 9));
    await endpointWith(`${SHOP}/webhooks/stripe/`, allStripeEvents.slice(9));
    expect(await asked(stripeOnly)).toEqual([]);
  });

  it("misses a webhook of PayPal's, an address that is another's, and events", async () => {
    const { paypal } = paymentGateways();
    if (!paypal) throw new Error("PayPal has no stand-in.");
    const unknown = { ...paymentGateways(), paypal: { ...paypal, webhookId: "0EH40505U7160970P" } };
    const [none] = await findProviderProblems({ gateways: unknown }, { ...live, ...payPalOnly });
    expect(none?.title).toBe("PayPal sends no events here");

    await changePayPal({ url: "https://old.example.com/webhooks/paypal" });
    const [elsewhere] = await asked(payPalOnly);
    expect(elsewhere?.sentence).toContain("https://old.example.com/webhooks/paypal");

    await changePayPal({ url: `${SHOP}/webhooks/paypal`, events: ["PAYMENT.CAPTURE.COMPLETED"] });
    const [few, ...others] = await asked(payPalOnly);
    expect(few?.sentence).toContain("CHECKOUT.ORDER.APPROVED, PAYMENT.CAPTURE.PENDING");
    expect(few?.sentence).toContain("Nothing else tells the shop of PAYMENT.CAPTURE.REFUNDED");
    expect(others).toEqual([]);
  });

  it("says that wallets are not registered here, and leaves one alone that was switched off", async () => {
    await endpointWith("https://other.example.com/webhooks/stripe");
    expect(await titlesOf({ ...stripeOnly, publicUrl: "https://other.example.com" })).toEqual([
      "The card form offers no wallets",
    ]);
    await addWalletDomain("other.example.com", { enabled: false });
    expect(await asked({ ...stripeOnly, publicUrl: "https://other.example.com" })).toEqual([]);
  });

  it("is not fit when a provider does not answer", async () => {
    const { gateways } = await testContext();
    const [events, wallets] = await findProviderProblems({ gateways }, live);
    expect(events?.title).toBe("A provider could not be asked");
    expect(events?.sentence).toMatch(/^It is not known where Stripe sends events: ./);
    expect(wallets?.sentence).toMatch(/^It is not known whether Stripe offers wallets here: ./);
  });

  it("asks nobody while the sandbox stands in, nor for a shop that only this machine reaches", async () => {
    expect(await asked({ payments: {} })).toEqual([]);
    expect(await asked({ publicUrl: null })).toEqual([]);
    expect(await asked({ publicUrl: "http://127.0.0.1:3000" })).toEqual([]);
  });
});

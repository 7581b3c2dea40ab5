import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StockHold, User } from "#db/entities/index.ts";
import { exportMyData } from "#server/accounts/export-my-data.server.ts";
import { register } from "#server/accounts/register.server.ts";
import { checkSecondFactor, requireOwnPassword } from "#server/accounts/second-factor.server.ts";
import { resendVerification } from "#server/accounts/send-verification.server.ts";
import { requestPasswordReset } from "#server/accounts/set-password.server.ts";
import { signIn } from "#server/accounts/sign-in.server.ts";
import { findKeyActor } from "#server/api-keys/api-key-secret.server.ts";
import { addToCart } from "#server/cart/change-cart.server.ts";
import { askForStockAlert } from "#server/catalogue/stock-alerts.server.ts";
import { detailsOf } from "#server/checkout/checkout-details.ts";
import { countPaymentAttempt } from "#server/checkout/payable-checkout.server.ts";
import { startCheckout } from "#server/checkout/start-checkout.server.ts";
import { listArticles } from "#server/content/find-content.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { mayMail } from "#server/email/queue-email.server.ts";
import { sendEnquiry } from "#server/enquiries/enquiries.server.ts";
import { confirmByCode, sendNewsletterVerification, subscribe } from "#server/newsletter/subscribe.server.ts";
import { makeConfirmationToken } from "#server/orders/confirmation.server.ts";
import { resendConfirmation } from "#server/orders/confirmation-page.server.ts";
import { submitWithdrawal } from "#server/orders/submit-withdrawal.server.ts";
import { findVatInvoice, pdfResponse } from "#server/orders/vat-documents.server.ts";
import { findWithdrawable } from "#server/orders/withdrawals.server.ts";
import { countLookup } from "#server/payments/call-provider.server.ts";
import { contextFor } from "#server/process/request-context.server.ts";
import { filledForm, handlePayPalEvent } from "#server/testing/checkouts.ts";
import {
  asUser,
  makeCart,
  makeOrder,
  makeProduct,
  makeUser,
  testContext,
  turnOnTwoFactor,
} from "#server/testing/factories.ts";
import { callRest, cookieFor } from "#server/testing/rest-caller.ts";
import { makeApiKey } from "#server/testing/users.ts";
import { handleTrpc } from "#server/trpc/router.server.ts";
import { type RateLimitName, rateLimits } from "./limits.ts";
import { closeRateLimiters } from "./rate-limit.server.ts";

/* Each limit of the table stops the second attempt when it allows one; a limit that nothing counts against fails here. */

const factor = process.env.RATE_LIMIT_FACTOR;

beforeAll(async () => {
  // One attempt each.
  process.env.RATE_LIMIT_FACTOR = "0.000001";
  await closeRateLimiters();
});
afterAll(async () => {
  if (factor === undefined) delete process.env.RATE_LIMIT_FACTOR;
  else process.env.RATE_LIMIT_FACTOR = factor;
  await closeRateLimiters();
});

const from = async (clientAddress: string): Promise<Context> => ({ ...(await testContext()), clientAddress });
const fromAnywhere = () => from(randomUUID());

const request = new Request("http://127.0.0.1:3000/login", { method: "POST" });
const guess = (context: Context, username: string) =>
  signIn(context, request, { audience: "customer", username, password: "wrong" });

/** Two attempts that only this limit can tell to be of the same one. */
const attempts: Record<RateLimitName, () => Promise<() => Promise<unknown>>> = {
  "sign-in": sameAddress((context) => guess(context, randomUUID())),
  "sign-in-account": async () => {
    const username = randomUUID();
    const context = await fromAnywhere();
    return async () => {
      await context.em.execute("delete from rate_limit where key not like 'sign-in-account:%'");
      return guess(context, username);
    };
  },
  "sign-in-name": async () => {
    const username = randomUUID();
    return async () => guess(await fromAnywhere(), username);
  },
  "own-password": async () => {
    const context = await fromAnywhere();
    const actor = { kind: "user", ...(await makeUser(context)), sessionId: randomUUID() } as const;
    return async () => requireOwnPassword(await fromAnywhere(), actor, "password", "wrong");
  },
  "two-factor": async () => {
    const context = await fromAnywhere();
    const { id } = await makeUser(context);
    await turnOnTwoFactor(context, { id });
    return async () => checkSecondFactor(await fromAnywhere(), id, "000000");
  },
  register: sameAddress((context) => {
    const unique = randomUUID().slice(0, 12);
    const person = { name: "New", email: `${unique}@example.com`, username: unique };
    return register(context, { ...person, password: "a long password", emailOptIn: false });
  }),
  "forgot-password": sameAddress((context) =>
    requestPasswordReset(context, { email: `${randomUUID()}@example.com` }),
  ),
  "account-mail": async () => {
    const context = await fromAnywhere();
    const { id } = await makeUser(context);
    const user = asUser(context, await context.em.fork().findOneOrFail(User, id));
    return async () => resendVerification({ ...user, em: context.em.fork() });
  },
  "mail-to": async () => {
    const mailbox = randomUUID();
    return async () => isMailed(`${mailbox}+${randomUUID()}@example.com`, "mail-to-day");
  },
  "mail-to-day": async () => {
    const mailbox = randomUUID();
    return async () => isMailed(`${mailbox}+${randomUUID()}@example.com`, "mail-to");
  },
  newsletter: sameAddress((context) =>
    subscribe(context, { email: `${randomUUID()}@example.com`, source: "home" }),
  ),
  "newsletter-mail": async () => {
    const email = `${randomUUID()}@example.com`;
    await subscribe(await fromAnywhere(), { email, source: "home" });
    return async () => sendNewsletterVerification(await fromAnywhere(), { email });
  },
  "newsletter-code": sameAddress((context) =>
    confirmByCode(context, { email: `${randomUUID()}@example.com`, code: "000000" }),
  ),
  "stock-alert": sameAddress(async (context) => {
    const { slug } = await makeProduct(context, { stockQuantity: 0 });
    return askForStockAlert(context, { slug, email: `${randomUUID()}@example.com` });
  }),
  contact: sameAddress((context) => {
    const words = { name: "Eve", email: `${randomUUID()}@example.com`, subject: "Hello" };
    return sendEnquiry(context, { ...words, message: "Long enough to be a message." });
  }),
  checkout: sameAddress(async (context) => {
    const cartId = await makeCart(context, [{ product: await makeProduct(context), quantity: 1 }]);
    return startCheckout(context, { cartId, details: detailsOf(filledForm()), paymentMethod: "stripe" });
  }),
  write: sameAddress((context) => ask(context, "/cart", { method: "POST", body: "" })),
  search: sameAddress((context) => listArticles(context, { search: randomUUID(), shown: 6 })),
  pdf: async () => {
    const context = await fromAnywhere();
    const { invoiceNumber } = await makeOrder(context);
    const staff = asUser(context, await makeUser(context, { role: "administrator" }));
    const written = await findVatInvoice(staff, { invoiceNumber, cartId: null, token: null });
    return () => pdfResponse(context, written);
  },
  "own-data": async () => {
    const context = await fromAnywhere();
    const user = asUser(context, await makeUser(context));
    return async () => exportMyData({ ...user, em: context.em.fork() });
  },
  "staff-call": sameAddress(async ({ clientAddress }) => {
    const headers = { "X-Client-Address": clientAddress };
    const response = await handleTrpc(
      new Request("http://127.0.0.1:3000/api/trpc/orders.recent,orders.recent?batch=1", { headers }),
      {},
    );
    refuseUnless(!(await response.text()).includes("TOO_MANY_REQUESTS"));
  }),
  "new-cart": sameAddress(async (context) => {
    const { id } = await makeProduct(context);
    return addToCart(context, null, { productId: id, quantity: 1 });
  }),
  "payment-lookup": async () => {
    const context = await fromAnywhere();
    const id = await makePayment(context);
    return async () => countLookup({ ...context, em: context.em.fork() }, id);
  },
  "unknown-payment": sameAddress(async (context) => {
    await context.em.execute("delete from rate_limit where key like 'unknown-payment-of-all:%'");
    return countLookup(context, `pi_${randomUUID()}`);
  }),
  "unknown-payment-of-all": async () => async () => countLookup(await fromAnywhere(), `pi_${randomUUID()}`),
  "client-token": sameAddress(({ clientAddress }) =>
    callRest("GET", "/paypal/setup", { headers: { "X-Client-Address": clientAddress } }).then(({ status }) =>
      refuseUnless(status !== 429),
    ),
  ),
  "forged-event": sameAddress(async (context) =>
    handlePayPalEvent(context, "{}", new Headers({ "X-Client-Address": context.clientAddress })),
  ),
  "stock-hold": async () => {
    const context = await fromAnywhere();
    const product = await makeProduct(context);
    return async () => {
      await context.em.execute("delete from rate_limit where key like 'checkout:%'");
      const cartId = await makeCart(context, [{ product, quantity: 1 }]);
      const { checkoutId } = await startCheckout(context, {
        cartId,
        details: detailsOf(filledForm()),
        paymentMethod: "stripe",
      });
      const hold = await context.em.fork().findOneOrFail(StockHold, { checkout: checkoutId });
      refuseUnless(hold.quantity === 1);
    };
  },
  "payment-intent": sameAddress(async (context) => {
    await asIfNobodyElsePaid(context);
    return countPaymentAttempt(context, randomUUID());
  }),
  "payment-of-checkout": async () => {
    const checkoutId = randomUUID();
    return async () => {
      const context = await fromAnywhere();
      await asIfNobodyElsePaid(context);
      return countPaymentAttempt(context, checkoutId);
    };
  },
  "payment-intent-of-all": async () => async () => countPaymentAttempt(await fromAnywhere(), randomUUID()),
  "api-key": async () => {
    const { headers } = await makeApiKey({ permissions: ["orders.view"] });
    return () => keyShown(headers.Authorization?.replace("Bearer ", "") ?? "", randomUUID());
  },
  "unknown-api-key": async () => {
    const clientAddress = randomUUID();
    return () => keyShown(`oxb_${randomUUID()}`, clientAddress);
  },
  withdrawal: async () => {
    const context = await testContext();
    const { invoiceNumber } = await makeOrder(context, {
      lines: [{ product: await makeProduct(context), quantity: 9 }],
    });
    const token = await makeConfirmationToken(context.em, invoiceNumber, new Date());
    const visitor = { invoiceNumber, token, cartId: null };
    const { lines } = await findWithdrawable(context, visitor);
    const unit = { lineId: lines[0]?.lineId ?? 0, quantity: 1, mixedIntoSoil: false, unsealed: false };
    const stated = { statement: [unit], reason: "", fieldOf: () => "lines" };
    return async () =>
      submitWithdrawal({ ...context, em: context.em.fork() }, visitor, { ...stated, key: randomUUID() });
  },
  "resend-confirmation": async () => {
    const context = await testContext();
    const order = await makeOrder(context);
    const manager = asUser(context, await makeUser(context, { role: "administrator" }));
    return async () => resendConfirmation({ ...manager, em: context.em.fork() }, { orderId: order.id });
  },
};

async function ask({ clientAddress }: Context, path: string, init: RequestInit): Promise<void> {
  const headers = { "X-Client-Address": clientAddress };
  await contextFor(new Request(`http://127.0.0.1:3000${path}`, { ...init, headers }), {});
}

/** A payment that was begun here; its id. */
async function makePayment({ em }: Context): Promise<string> {
  const [checkout, payment] = [randomUUID(), `pi_${randomUUID()}`];
  await em.execute("insert into checkout (id, status, total_amount) values (?, 'paying', 2000)", [checkout]);
  await em.execute(
    "insert into payment (checkout_id, provider, provider_payment_id, amount) values (?, 'stripe', ?, 2000)",
    [checkout, payment],
  );
  return payment;
}

async function asIfNobodyElsePaid({ em }: Context): Promise<void> {
  await em.execute("delete from rate_limit where key like 'payment-intent-of-all:%'");
}

/** A limit that refuses nothing withholds something. */
function refuseUnless(isGranted: boolean): void {
  if (!isGranted) throw new ShopError("rate_limited", "");
}

async function isMailed(recipient: string, otherLimit: RateLimitName): Promise<void> {
  const context = await fromAnywhere();
  await context.em.execute("delete from rate_limit where key like ?", [`${otherLimit}:%`]);
  refuseUnless(await mayMail(context, recipient));
}

function sameAddress(attempt: (context: Context) => Promise<unknown>) {
  return async () => {
    const clientAddress = randomUUID();
    return async () => attempt(await from(clientAddress));
  };
}

async function keyShown(token: string, clientAddress: string): Promise<unknown> {
  const { em, clock } = await testContext();
  return findKeyActor(em.fork(), token, { now: clock.now(), clientAddress });
}

it.each(Object.keys(rateLimits) as RateLimitName[])("%s counts, and stops what is too much", async (name) => {
  const { em } = await testContext();
  await em.execute("delete from rate_limit");
  const attempt = await attempts[name]();
  await em.execute("delete from rate_limit");
  const codeOf = (error: unknown) => Object(error).code as unknown;
  expect(await attempt().then(() => "done", codeOf)).not.toBe("rate_limited");
  const [counted] = await em.execute("select key from rate_limit where key like ?", [`${name}:%`]);
  expect(counted).toBeDefined();
  await expect(attempt()).toBeRefused("rate_limited");
});

it("an address in capitals is counted as the same in small letters", async () => {
  const { em } = await testContext();
  const email = `${randomUUID()}@example.com`;
  await em.execute("delete from rate_limit");
  await sendNewsletterVerification(await fromAnywhere(), { email });
  const again = sendNewsletterVerification(await fromAnywhere(), { email: email.toUpperCase() });
  await expect(again).toBeRefused("rate_limited");
});

it("calls of customers to staff's procedures are counted, and those of staff are not", async () => {
  const { em } = await testContext();
  const call = async (role: "customer" | "shop_manager") => {
    const headers = { cookie: (await cookieFor(role)) ?? "", "X-Client-Address": randomUUID() };
    await em.execute("delete from rate_limit");
    await handleTrpc(new Request("http://127.0.0.1:3000/api/trpc/orders.recent", { headers }), {});
    return em.execute("select key from rate_limit where key like 'staff-call:%'");
  };
  expect(await call("customer")).toHaveLength(1);
  expect(await call("shop_manager")).toHaveLength(0);
});

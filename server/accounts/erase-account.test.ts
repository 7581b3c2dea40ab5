import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import {
  AccountToken,
  Cart,
  Checkout,
  Enquiry,
  Order,
  OutboxEmail,
  Session,
  StaffNote,
  StockAlert,
  Subscriber,
  User,
} from "#db/entities/index.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { askForStockAlert } from "#server/catalogue/stock-alerts.server.ts";
import { type Clock, type Context, fixedClock, systemClock } from "#server/core/context.ts";
import { sendEnquiry } from "#server/enquiries/enquiries.server.ts";
import { subscribe } from "#server/newsletter/subscribe.server.ts";
import {
  asUser,
  makeCart,
  makeOrder,
  makeProduct,
  makeStaffNote,
  makeUser,
  testContext,
  turnOnTwoFactor,
} from "#server/testing/factories.ts";
import { mailsTo, waitingJobs } from "#server/testing/mailed.ts";
import { signInDevice } from "#server/testing/users.ts";
import { eraseAccount, eraseOwnAccount, eraseTraces } from "./erase-account.server.ts";
import { resendVerification } from "./send-verification.server.ts";

afterAll(closeRateLimiters);

const stored = (context: Context, id: number) =>
  context.em.fork().findOneOrFail(User, id, { populate: ["passwordHash"] });
const system = async () => testContext({ actor: { kind: "system" } });

async function customerWithHistory(clock: Clock = fixedClock("2026-03-02T12:00:00Z")) {
  const context = await testContext({ clock });
  const user = await makeUser(context, { password: "secret", isVerified: false });
  const device = await signInDevice(context, user);
  await resendVerification(device.context);
  await makeCart(context, [{ product: await makeProduct(context), quantity: 1 }], user);
  const completed = await makeOrder(context, { customer: user, status: "completed" });
  const open = await makeOrder(context, { customer: user, status: "processing" });
  return { context, user, device, completed, open };
}

describe("the traces of somebody who is erased", () => {
  it("are forgotten in what their payments keep as well, but of one that is being paid", async () => {
    const context = await testContext({ clock: systemClock });
    const { id: userId, email } = await makeUser(context);
    const details = JSON.stringify({ customerEmail: email.toUpperCase() });
    const run = (statement: string, parameters: unknown[]) =>
      context.em.fork().execute<{ status: string; details: unknown }[]>(statement, parameters);
    for (const status of ["paid", "cancelled", "paying"]) {
      const checkoutId = randomUUID();
      await run("insert into checkout (id, status, total_amount) values (?, ?, 100)", [checkoutId, status]);
      await run(
        `insert into payment (provider, provider_payment_id, checkout_id, amount, status, details)
         values ('stripe', ?, ?, 100, 'created', ?)`,
        [`pi_${checkoutId}`, checkoutId, details],
      );
    }
    await eraseTraces(context, { userId, email, emailIsVerified: true });
    const remaining = await run(
      `select checkout.status from payment join checkout on checkout.id = payment.checkout_id
        where lower(payment.details ->> 'customerEmail') = lower(?)`,
      [email],
    );
    expect(remaining).toEqual([{ status: "paying" }]);
  });
});

it("a request to hear of a product goes with the account whose proven address asked for it", async () => {
  const context = await testContext();
  const { id: userId, email } = await makeUser(context);
  const { slug } = await makeProduct(context, { stockQuantity: 0 });
  await askForStockAlert(context, { slug, email: email.toUpperCase() });
  const left = () => context.em.fork().count(StockAlert, { email: email.toUpperCase() });
  await eraseTraces(context, { userId, email, emailIsVerified: false });
  expect(await left()).toBe(1);
  await eraseTraces(context, { userId, email, emailIsVerified: true });
  expect(await left()).toBe(0);
});

describe("erasing one's own account", () => {
  it("empties the account, ends its sessions, links and carts", async () => {
    const { context, user, device } = await customerWithHistory();
    await eraseOwnAccount(device.context, { password: "secret" });
    expect(await stored(context, user.id)).toMatchObject({
      name: "Erased customer",
      email: `erased-${user.id}@erased.invalid`,
      username: `erased-${user.id}`,
      passwordHash: null,
      isActive: false,
      erasedAt: context.clock.now(),
    });
    expect(await device.isSignedIn()).toBe(false);
    const em = context.em.fork();
    expect(await em.count(Session, { user: user.id })).toBe(0);
    expect(await em.count(AccountToken, { user: user.id })).toBe(0);
    expect(await em.count(Cart, { user: user.id })).toBe(0);
  });

  it("keeps the orders with the name and address of their invoices, and drops contacts of finished ones", async () => {
    const { context, user, device, completed, open } = await customerWithHistory();
    await eraseOwnAccount(device.context, { password: "secret" });
    await eraseTraces(context, { userId: user.id, email: user.email, emailIsVerified: true });
    const em = context.em.fork();
    expect(await em.findOneOrFail(Order, completed.id)).toMatchObject({
      customerName: completed.customerName,
      customerAddress: completed.customerAddress,
      totalAmount: completed.totalAmount,
      customerEmail: `erased-${user.id}@erased.invalid`,
      customerPhone: "",
    });
    // Not delivered yet, so the contact details are still needed.
    expect(await em.findOneOrFail(Order, open.id)).toMatchObject({ customerEmail: user.email });
  });

  it("deletes what staff noted about the person and their orders, and nobody else's", async () => {
    const { context, user, device, completed } = await customerWithHistory();
    const other = await makeUser(context);
    await makeStaffNote(context, { customer: user.id }, "pays late");
    await makeStaffNote(context, { order: completed.id }, "rang twice");
    await makeStaffNote(context, { email: user.email.toUpperCase() }, "before the account");
    const kept = await makeStaffNote(context, { customer: other.id }, "pays early");
    const left = async () => {
      const notes = await context.em.fork().find(StaffNote, {}, { orderBy: { id: "asc" } });
      return notes.map(({ text }) => text);
    };
    await eraseOwnAccount(device.context, { password: "secret" });
    expect(await left()).toEqual(["rang twice", "before the account", kept.text]);
    await eraseTraces(context, { userId: user.id, email: user.email, emailIsVerified: true });
    expect(await left()).toEqual([kept.text]);
  });

  it("asks for a code where signing in does", async () => {
    const { context, user, device } = await customerWithHistory();
    await turnOnTwoFactor(context, user);
    await expect(eraseOwnAccount(device.context, { password: "secret" })).toBeRefused("validation_failed", {
      fields: { code: [expect.any(String)] },
    });
    expect(await device.isSignedIn()).toBe(true);
  });

  it("comes back for open orders until nothing is left", async () => {
    const { context, user, device, open } = await customerWithHistory(systemClock);
    await eraseOwnAccount(device.context, { password: "secret" });
    const mine = async () =>
      (await waitingJobs(context, "erase-traces")).filter(({ userId }) => userId === user.id).length;
    expect(await mine()).toBe(1);
    await eraseTraces(context, { userId: user.id, email: user.email, emailIsVerified: true });
    expect(await mine()).toBe(2);
    await context.em.fork().nativeUpdate(Order, { id: open.id }, { status: "completed" });
    await context.em
      .fork()
      .execute("update outbox_email set sent_at = now() where recipient = ?", [user.email]);
    await eraseTraces(context, { userId: user.id, email: user.email, emailIsVerified: true });
    expect(await mine()).toBe(2);
    expect(await mailsTo(context, user.email)).toEqual([]);
  });

  describe("coming back for an open order, after the address has come back", () => {
    const mail = async ({ em, clock }: Context, recipient: string, key: string) =>
      em.fork().insert(OutboxEmail, {
        ...{ key, template: "order-refunded", recipient, subject: key, html: "h", text: "t" },
        ...{ createdAt: clock.now(), sentAt: clock.now() },
      });
    /** The account is erased while an order is in work; a week later its owner is here again, as a guest. */
    async function comeBack() {
      const { context, user, device, open } = await customerWithHistory();
      await eraseOwnAccount(device.context, { password: "secret" });
      const { email } = user;
      const later = await testContext({ clock: fixedClock("2026-03-09T12:00:00Z") });
      const bought = await makeOrder(later, { customerEmail: email, status: "completed" });
      await later.em.fork().nativeUpdate(Order, { id: bought.id }, { customerPhone: "07700 900123" });
      await subscribe(later, { email, source: "footer" });
      await askForStockAlert(later, { slug: (await makeProduct(later, { stockQuantity: 0 })).slug, email });
      await sendEnquiry(later, { name: "Ada", email, subject: "Again", message: "Here I am." });
      await makeStaffNote(later, { email }, "is back");
      await mail(later, email, `order-confirmation:${bought.invoiceNumber}`);
      await context.em.fork().nativeUpdate(Order, { id: open.id }, { status: "completed" });
      const erase = () => eraseTraces(later, { userId: user.id, email, emailIsVerified: true });
      return { context: later, email, erase, open, bought };
    }

    it("leaves what was bought, asked for and mailed since then", async () => {
      const { context, email, erase, bought } = await comeBack();
      await erase();
      const em = context.em.fork();
      expect(await em.findOneOrFail(Order, bought.id)).toMatchObject({
        customerEmail: email,
        customerPhone: "07700 900123",
      });
      const left = [Subscriber, StockAlert, Enquiry, StaffNote].map((of) => em.count<object>(of, { email }));
      expect(await Promise.all(left)).toEqual([1, 1, 1, 1]);
      expect((await mailsTo(context, email)).map(({ subject }) => subject)).toContain(
        `order-confirmation:${bought.invoiceNumber}`,
      );
    });

    it("forgets the contacts of that order, and what was mailed about it meanwhile", async () => {
      const { context, email, erase, open } = await comeBack();
      await mail(context, email, `order-dispatched:${open.invoiceNumber}`);
      await erase();
      expect(await context.em.fork().findOneOrFail(Order, open.id)).toMatchObject({
        customerEmail: expect.stringMatching(/@erased\.invalid$/),
      });
      const subjects = (await mailsTo(context, email)).map(({ subject }) => subject);
      expect(subjects).not.toContain(`order-dispatched:${open.invoiceNumber}`);
    });

    it("forgets an order whose payment was under way when the account was erased", async () => {
      const { context, email, erase } = await comeBack();
      const { id } = await makeOrder(context, { customerEmail: email, status: "completed" });
      const em = context.em.fork();
      const createdAt = new Date("2026-03-02T11:59:00Z");
      const checkout = em.create(Checkout, { id: randomUUID(), status: "paid", totalAmount: 100, createdAt });
      await em.flush();
      await em.nativeUpdate(Order, { id }, { checkout: checkout.id });
      await erase();
      expect(await context.em.fork().findOneOrFail(Order, id)).not.toMatchObject({ customerEmail: email });
    });
  });

  it("leaves records of others alone when the address was never proven", async () => {
    const { context, user, device } = await customerWithHistory();
    const theirs = await makeOrder(context, { customerEmail: user.email, status: "completed" });
    for (const template of ["order-confirmation", "account-exists"]) {
      await context.em.fork().insert(OutboxEmail, {
        key: `${template}:${user.id}`,
        template,
        recipient: user.email,
        subject: "s",
        html: "h",
        text: "t",
        sentAt: new Date(),
      });
    }
    await context.em.fork().nativeUpdate(OutboxEmail, { recipient: user.email }, { sentAt: new Date() });
    await eraseOwnAccount(device.context, { password: "secret" });
    const [job] = (await waitingJobs(context, "erase-traces")).filter(({ userId }) => userId === user.id);
    expect(job).toMatchObject({ emailIsVerified: false });
    await eraseTraces(context, { userId: user.id, email: user.email, emailIsVerified: false });
    expect(await context.em.fork().findOneOrFail(Order, theirs.id)).toMatchObject({
      customerEmail: user.email,
    });
    const mails = await mailsTo(context, user.email);
    expect(mails.map(({ template }) => template)).toEqual(["order-confirmation"]);
  });

  it("forgets what scripts were answered about the person, which is kept for a day", async () => {
    const { context, user } = await customerWithHistory(systemClock);
    const response = async (email: string) =>
      context.em.fork().execute(
        `insert into idempotent_request (key_hash, fingerprint, claim, claimed_at, status, body)
         values (?, '', gen_random_uuid(), now(), 201, ?)`,
        [email.slice(0, 64), JSON.stringify({ customerEmail: email })],
      );
    await response(user.email);
    await response("somebody-else@example.com");
    await eraseTraces(context, { userId: user.id, email: user.email, emailIsVerified: true });
    const left = await context.em.fork().execute("select body from idempotent_request");
    expect(left).toEqual([{ body: '{"customerEmail":"somebody-else@example.com"}' }]);
  });

  it("frees the address and the username for a new account", async () => {
    const { context, user, device } = await customerWithHistory();
    await eraseOwnAccount(device.context, { password: "secret" });
    await expect(makeUser(context, { email: user.email, username: user.username })).resolves.toBeTruthy();
  });

  it("asks for the password and does nothing when it is wrong", async () => {
    const { context, user, device } = await customerWithHistory();
    await expect(eraseOwnAccount(device.context, { password: "guess" })).toBeRefused("validation_failed", {
      fields: { password: ["Current password is incorrect"] },
    });
    expect(await stored(context, user.id)).toMatchObject({ email: user.email, erasedAt: null });
  });

  it.each(["shop_manager", "administrator"] as const)("is refused to a %s", async (role) => {
    const context = await testContext();
    const device = await signInDevice(context, await makeUser(context, { role, password: "secret" }));
    await expect(eraseOwnAccount(device.context, { password: "secret" })).toBeRefused("forbidden");
  });
});

it("is refused also to staff without their second factor, who act as customers for now", async () => {
  const context = await testContext();
  const user = await makeUser(context, { role: "shop_manager", password: "secret" });
  const device = await signInDevice(context, user);
  const withoutSecondFactor = {
    ...device.context.actor,
    role: "customer",
    mustFirst: "password",
  } as Context["actor"];
  await expect(
    eraseOwnAccount({ ...device.context, actor: withoutSecondFactor }, { password: "secret" }),
  ).toBeRefused("forbidden");
  expect(await stored(context, user.id)).toMatchObject({ erasedAt: null });
});

describe("erasing somebody's account", () => {
  it("is refused for oneself, and for unknown users", async () => {
    const context = await testContext();
    const administrator = await makeUser(context, { role: "administrator" });
    const asAdministrator = asUser(context, administrator);
    await expect(eraseAccount(asAdministrator, administrator.id)).toBeRefused("forbidden");
    await expect(eraseAccount(asAdministrator, 2_000_000_000)).toBeRefused("not_found");
  });

  it("leaves one administrator, even when two erase each other at once", async () => {
    const context = await testContext();
    await context.em.fork().nativeUpdate(User, { role: "administrator" }, { role: "customer" });
    const [one, other] = [
      await makeUser(context, { role: "administrator" }),
      await makeUser(context, { role: "administrator" }),
    ];
    const outcomes = await Promise.allSettled([
      eraseAccount(asUser(context, one), other.id),
      eraseAccount(asUser(context, other), one.id),
    ]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    const left = await context.em
      .fork()
      .find(User, { role: "administrator", isActive: true, erasedAt: null });
    expect(left).toHaveLength(1);
    await expect(eraseAccount(await system(), left[0]?.id ?? 0)).toBeRefused("conflict", {
      message: "The last administrator cannot be deleted.",
    });
  });
});

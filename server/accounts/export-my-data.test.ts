import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Checkout, FailedOrder, Order, User } from "#db/entities/index.ts";
import { askForStockAlert } from "#server/catalogue/stock-alerts.server.ts";
import { detailsOf } from "#server/checkout/checkout-details.ts";
import type { Context } from "#server/core/context.ts";
import { sendEnquiry } from "#server/enquiries/enquiries.server.ts";
import { subscribe } from "#server/newsletter/subscribe.server.ts";
import { filledForm } from "#server/testing/checkouts.ts";
import {
  makeCart,
  makeOrder,
  makeProduct,
  makeStaffNote,
  makeUser,
  testContext,
} from "#server/testing/factories.ts";
import { signInDevice } from "#server/testing/users.ts";
import { exportMyData } from "./export-my-data.server.ts";
import { resendVerification } from "./send-verification.server.ts";

/** A checkout of nobody who is signed in, whose payment was refused, with the order that it made later. */
async function tryAsGuest(
  context: Context,
  email: string,
  { orderId, phone }: { orderId?: number; phone: string },
): Promise<void> {
  const em = context.em.fork();
  const details = { ...detailsOf(filledForm({ email, phone })), customerEmail: email };
  const status = orderId ? "paid" : "expired";
  const checkout = em.create(Checkout, { id: randomUUID(), status, totalAmount: 2000, details });
  em.create(FailedOrder, {
    checkout,
    customerName: details.customerName,
    customerEmail: email,
    totalAmount: 2000,
    paymentMethod: "stripe",
    errorMessage: "Your card was refused.",
    attemptedAt: new Date(),
  });
  await em.flush();
  if (!orderId) return;
  const driver = {
    ...({ access: "small", tailLift: true, forklift: false, somebodyThere: true } as const),
    badDays: "Never on Monday",
  };
  const delivery = { id: "pallet", label: "Pallet", price: 4500, driver };
  const sent = { carrier: "DPD", trackingNumber: "D1", delivery };
  await em.nativeUpdate(Order, { id: orderId }, { checkout: checkout.id, ...sent });
}

describe("the export of one's data", () => {
  it("holds account, orders, carts, devices, links and mails, in pounds and ISO dates", async () => {
    const context = await testContext();
    const user = await makeUser(context, { password: "secret", isVerified: false });
    const written = {
      notes: "Called about kilns",
      tags: "allotment",
      leadScore: 40,
      acquisitionSource: "fair",
    };
    await context.em.fork().nativeUpdate(User, { id: user.id }, written);
    const product = await makeProduct(context, { price: 1999 });
    await makeCart(context, [{ product, quantity: 3 }], user);
    const order = await makeOrder(context, { customer: user, lines: [{ product, quantity: 2 }] });
    await makeStaffNote(context, { order: order.id }, "Rang twice");
    await makeStaffNote(context, { customer: user.id }, "Pays late");
    await makeStaffNote(context, { email: user.email }, "Wrote before");
    const device = await signInDevice(context, user, "Test Browser");
    await resendVerification(device.context);
    await context.em
      .fork()
      .nativeUpdate(User, { id: user.id }, { isVerified: true, emailProvenAt: new Date() });
    await subscribe(context, { email: user.email, source: "home" });
    const { name, slug } = await makeProduct(context, { stockQuantity: 0 });
    await askForStockAlert(context, { slug, email: user.email });
    await sendEnquiry(context, {
      name: "Kay",
      email: user.email,
      subject: "Kilns",
      message: "How hot are they?",
    });
    const exported = JSON.parse(JSON.stringify(await exportMyData(device.context)));
    expect(exported).toMatchObject({
      exportedAt: "2026-03-02T12:00:00.000Z",
      account: { email: user.email, ...written, createdAt: expect.stringMatching(/Z$/) },
      marketing: { emailOptIn: false },
      orders: [{ subtotal: 39.98, items: [{ productName: product.name, quantity: 2, price: 19.99 }] }],
      carts: [{ items: [{ productName: product.name, quantity: 3 }] }],
      checkouts: [],
      signedInDevices: [{ userAgent: "Test Browser", address: "192.0.2.1" }],
      mailedLinks: [{ purpose: "verify_email", email: user.email, usedAt: null }],
      newsletter: [{ email: user.email, state: "pending", confirmedAt: null }],
      stockAlerts: [{ product: name, email: user.email, state: "pending", confirmedAt: null }],
      enquiries: [{ subject: "Kilns", message: "How hot are they?", answeredAt: null }],
      staffNotes: [
        { order: order.invoiceNumber, text: "Rang twice" },
        { order: null, text: "Pays late" },
        { order: null, text: "Wrote before" },
      ],
      mailsSent: [{ subject: expect.stringContaining("Verify"), sentAt: null }],
    });
  });

  it("holds what was bought, or tried, as a guest: where it was to go, and why a payment failed", async () => {
    const context = await testContext();
    const user = await makeUser(context, { emailProvenAt: new Date() });
    const { id } = await makeOrder(context, { customer: user });
    await tryAsGuest(context, user.email, { orderId: id, phone: "Of the order" });
    await tryAsGuest(context, user.email.toUpperCase(), { phone: "Of what came to nothing" });
    const device = await signInDevice(context, user);
    expect(await exportMyData(device.context)).toMatchObject({
      orders: [
        {
          carrier: "DPD",
          trackingNumber: "D1",
          delivery: { label: "Pallet", driver: { badDays: "Never on Monday" } },
        },
      ],
      checkouts: expect.toSatisfy((checkouts: { details: { customerPhone: string } }[]) =>
        ["Of the order", "Of what came to nothing"].every((phone) =>
          checkouts.some(({ details }) => details.customerPhone === phone),
        ),
      ),
      failedOrders: [
        {
          customerEmail: user.email,
          totalAmount: 20,
          currency: "GBP",
          errorMessage: "Your card was refused.",
        },
        { customerEmail: user.email.toUpperCase() },
      ],
    });
  });

  it("holds nothing that is only known by an address which was never proven", async () => {
    const context = await testContext();
    const otherUser = await makeUser(context, { isVerified: false });
    await sendEnquiry(context, {
      name: "Owner",
      email: otherUser.email,
      subject: "Kilns",
      message: "From the address's real owner",
    });
    await makeStaffNote(context, { email: otherUser.email }, "About the address's real owner");
    await tryAsGuest(context, otherUser.email, { phone: "Of the address's real owner" });
    const device = await signInDevice(context, otherUser);
    await resendVerification(device.context);
    expect(await exportMyData(device.context)).toMatchObject({
      checkouts: [],
      failedOrders: [],
      enquiries: [],
      newsletter: [],
      stockAlerts: [],
      staffNotes: [],
      mailsSent: [],
    });
  });

  it("holds no secret and nothing of anybody else", async () => {
    const context = await testContext();
    const user = await makeUser(context, { password: "secret" });
    const other = await makeUser(context);
    await makeOrder(context, { customer: other });
    const device = await signInDevice(context, user);
    const exported = await exportMyData(device.context);
    const text = JSON.stringify(exported);
    expect(text).not.toMatch(/argon2|Hash/);
    expect(text).not.toContain(other.email);
    expect(exported).toMatchObject({ orders: [] });
  });

  it("names every column of the user's row, so that a new one is not forgotten", async () => {
    const context = await testContext();
    const device = await signInDevice(context, await makeUser(context));
    const { account, marketing } = await exportMyData(device.context);
    const named = new Set([...Object.keys(account ?? {}), ...Object.keys(marketing ?? {}), "landSize"]);
    const secretOrTechnical = ["passwordHash", "version", "erasedAt"];
    const columns = Object.values(context.em.getMetadata().get(User).properties)
      .filter((property) => !secretOrTechnical.includes(property.name))
      .map((property) => property.name);
    expect(columns.filter((name) => !named.has(name))).toEqual([]);
  });

  it("is refused to visitors", async () => {
    await expect(exportMyData(await testContext())).toBeRefused("unauthenticated");
  });
});

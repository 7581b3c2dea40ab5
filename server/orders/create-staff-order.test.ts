import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AuditEntry, Counter, Order, OrderLine, Product, User } from "#db/entities/index.ts";
import {
  asUser,
  makeOrder,
  makeProduct,
  makeUser,
  testContext,
  withSettings,
} from "#server/testing/factories.ts";
import { mailsTo, waitingJobs } from "#server/testing/mailed.ts";
import { changeOrderStatus, recordPaymentByHand } from "./change-status.server.ts";
import { createStaffOrder } from "./create-staff-order.server.ts";
import { type ShopOrder, shopOrderSchema } from "./order.schema.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";
import { findVatInvoice } from "./vat-documents.server.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager", name: "Mona Manager" }));

const fresh = () => context.em.fork();
const stockOf = async ({ id }: Product) => (await fresh().findOneOrFail(Product, id)).stockQuantity;
const orderOf = (id: number) => fresh().findOneOrFail(Order, id);
const invoicesTaken = async () => (await fresh().findOneOrFail(Counter, "vat_invoice")).value;

/** Two units of a product, in cash by default. */
function orderFor(product: Pick<Product, "id">, changes: Partial<ShopOrder> = {}): ShopOrder {
  const customerFields = {
    customerName: "Cora Counter",
    customerEmail: `cora-${randomUUID()}@example.com`,
    customerAddress: "3 Test Lane, Ludlow, SY8 1AA",
    items: [{ productId: product.id, quantity: 2 }],
  };
  return { ...shopOrderSchema.parse(customerFields), ...changes };
}

describe("an order that staff take", () => {
  it("tells staff once of a product that it brings down to the low-stock threshold", async () => {
    const product = await makeProduct(context, { stockQuantity: 7 });
    await createStaffOrder(manager, orderFor(product));
    await createStaffOrder(manager, orderFor(product));
    const jobs = await waitingJobs(context, "tell-of-low-stock");
    expect(jobs).toEqual([{ productIds: [product.id], changedBy: "Mona Manager" }]);
  });

  it("in cash is paid, takes its units out of stock and has the next VAT invoice number", async () => {
    const product = await makeProduct(context, { price: 2000, stockQuantity: 10 });
    const before = await invoicesTaken();
    const customerAddress = "3 Test Lane, Ludlow, sy81aa";
    const { orderId } = await createStaffOrder(manager, orderFor(product, { customerAddress }));
    expect(await orderOf(orderId)).toMatchObject({
      customerAddress: "3 Test Lane, Ludlow, SY8 1AA",
      totalAmount: 4000,
      subtotal: 4000,
      shippingCost: 0,
      vatDue: 667,
      status: "processing",
      paymentMethod: "cash",
      transactionId: null,
      paidAt: context.clock.now(),
      vatInvoiceNumber: `OXB-${String(before + 1).padStart(6, "0")}`,
    });
    expect(await stockOf(product)).toBe(8);
    const { timeline } = await findStaffOrder(manager, orderId);
    expect(timeline).toMatchObject([
      { message: "Order taken by our staff and paid in cash", actorName: "Mona Manager" },
    ]);
  });

  it.each([
    ["bank_transfer", "by bank transfer"],
    ["account", "on account"],
  ] as const)("by %s waits for its money, and the mail says so", async (paymentMethod, words) => {
    const input = orderFor(await makeProduct(context), { paymentMethod });
    const { orderId } = await createStaffOrder(withSettings(manager, { bankTransferEnabled: true }), input);
    expect(await orderOf(orderId)).toMatchObject({ status: "pending", paidAt: null });
    const [mail] = await mailsTo(context, input.customerEmail);
    expect(mail?.text).toContain(`It is to be paid ${words}`);
    expect(mail?.text).not.toContain("received your payment");
  });

  it("takes only the ways of paying that the settings allow", async () => {
    const product = await makeProduct(context);
    const refused = async (settings: Parameters<typeof withSettings>[1], changes: Partial<ShopOrder>) =>
      expect(createStaffOrder(withSettings(manager, settings), orderFor(product, changes))).toBeRefused(
        "validation_failed",
      );
    await refused({ bankTransferEnabled: false }, { paymentMethod: "bank_transfer" });
    await refused({ cashOnDeliveryEnabled: false }, { payLater: true });
    await refused({ cashOnDeliveryEnabled: true }, { paymentMethod: "card", payLater: true });
    const later = await createStaffOrder(
      withSettings(manager, { cashOnDeliveryEnabled: true }),
      orderFor(product, { payLater: true }),
    );
    expect((await orderOf(later.orderId)).status).toBe("pending");
  });

  it("at an agreed price keeps the list price and who agreed on it", async () => {
    const product = await makeProduct(context, { price: 2000 });
    const items = [{ productId: product.id, quantity: 2, price: 1500 }];
    const { orderId } = await createStaffOrder(manager, orderFor(product, { items }));
    const line = await fresh().findOneOrFail(OrderLine, { order: orderId });
    expect(line).toMatchObject({
      unitPrice: 1500,
      lineTotal: 3000,
      listPrice: 2000,
      priceSetBy: "Mona Manager",
    });
    const entry = await fresh().findOneOrFail(AuditEntry, { area: "orders", subjectId: String(orderId) });
    expect(entry.after).toMatchObject({
      totalAmount: 3000,
      agreedPrices: [{ listPrice: 2000, unitPrice: 1500 }],
    });
    expect((await findStaffOrder(manager, orderId)).agreedPrices).toMatchObject([{ by: "Mona Manager" }]);
    const plain = await createStaffOrder(
      manager,
      orderFor(product, { items: [{ productId: product.id, quantity: 1, price: 2000 }] }),
    );
    expect((await findStaffOrder(manager, plain.orderId)).agreedPrices).toEqual([]);
  });

  it("with too little in stock is refused beside its line, and nothing is taken", async () => {
    const plenty = await makeProduct(context, { stockQuantity: 10 });
    const scarce = await makeProduct(context, { name: "Scarce", stockQuantity: 5, heldQuantity: 3 });
    const items = [
      { productId: plenty.id, quantity: 1 },
      { productId: scarce.id, quantity: 3 },
    ];
    const before = await invoicesTaken();
    await expect(createStaffOrder(manager, orderFor(plenty, { items }))).toBeRefused("out_of_stock", {
      fields: { "items[1].quantity": ["Only 2 of Scarce are left."] },
    });
    expect(await stockOf(plenty)).toBe(10);
    expect(await invoicesTaken()).toBe(before);
  });

  it("of an archived product is refused beside its line, whether or not the shop counts its stock", async () => {
    const archived = await makeProduct(context, {
      name: "Gone",
      stockQuantity: 10,
      archivedAt: new Date(),
    });
    for (const stockManagement of [true, false]) {
      const selling = createStaffOrder(withSettings(manager, { stockManagement }), orderFor(archived));
      await expect(selling, `${stockManagement}`).toBeRefused("out_of_stock", {
        fields: { "items[0].quantity": ["Gone is no longer sold."] },
      });
    }
  });

  it("of two people who sell the last one at once goes to one", async () => {
    const product = await makeProduct(context, { stockQuantity: 3 });
    const attempts = await Promise.allSettled([
      createStaffOrder(manager, orderFor(product)),
      createStaffOrder(manager, orderFor(product)),
    ]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stockOf(product)).toBe(1);
  });

  it("sent twice with one key is one order, also at once and when it took the last units", async () => {
    const product = await makeProduct(context, { stockQuantity: 2 });
    const input = orderFor(product, { retryKey: randomUUID() });
    const [first, second] = await Promise.all([
      createStaffOrder(manager, input),
      createStaffOrder(manager, input),
    ]);
    expect(first.orderId).toBe(second.orderId);
    expect([first.created, second.created].sort()).toEqual([false, true]);
    expect(await createStaffOrder(manager, input)).toEqual({ orderId: first.orderId, created: false });
    expect(await stockOf(product)).toBe(0);
    expect(await mailsTo(context, input.customerEmail)).toHaveLength(1);
    await expect(createStaffOrder(manager, orderFor(product, { retryKey: input.retryKey }))).toBeRefused(
      "conflict",
    );
  });

  it("belongs to the chosen customer, or to a new one without a password who is invited to set one", async () => {
    const product = await makeProduct(context);
    const customer = await makeUser(context);
    const chosen = await createStaffOrder(manager, orderFor(product, { customerId: customer.id }));
    expect((await orderOf(chosen.orderId)).customer?.id).toBe(customer.id);
    const input = orderFor(product);
    const { orderId } = await createStaffOrder(manager, input);
    const made = await fresh().findOneOrFail(
      User,
      { email: input.customerEmail },
      { populate: ["passwordHash"] },
    );
    expect(made).toMatchObject({ name: "Cora Counter", role: "customer", passwordHash: null });
    expect((await orderOf(orderId)).customer?.id).toBe(made.id);
    expect((await mailsTo(context, input.customerEmail))[0]?.text).toContain("set a password");
    const unknown = orderFor(product, { customerId: 2_000_000_000 });
    await expect(createStaffOrder(manager, unknown)).toBeRefused("validation_failed");
  });

  it("is confirmed by mail only when staff want it", async () => {
    const input = orderFor(await makeProduct(context), { sendConfirmation: false });
    await createStaffOrder(manager, input);
    expect(await mailsTo(context, input.customerEmail)).toEqual([]);
  });
});

it("records by hand no payment that its provider is to report", async () => {
  const order = await makeOrder(context, { status: "pending" });
  await context.em.fork().nativeUpdate(Order, order.id, { paidAt: null, paymentMethod: "stripe" });
  const recording = recordPaymentByHand(manager, { orderId: order.id, from: "pending", note: "" });
  await expect(recording).toBeRefused("conflict", {
    message: expect.stringContaining("provider's to report"),
  });
});

describe("the payment of an order that waits for it", () => {
  const waiting = async () => {
    const input = orderFor(await makeProduct(context, { price: 2000 }), { paymentMethod: "account" });
    return (await createStaffOrder(manager, input)).orderId;
  };

  it("is recorded once, moves the order on and puts the day on the invoice", async () => {
    const orderId = await waiting();
    const record = () => recordPaymentByHand(manager, { orderId, from: "pending", note: "BACS 991" });
    const attempts = await Promise.allSettled([record(), record()]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const again = recordPaymentByHand(manager, { orderId, from: "processing", note: "BACS 991" });
    await expect(again).toBeRefused("conflict");
    const { status, paidAt, timeline } = await findStaffOrder(manager, orderId);
    expect([status, paidAt]).toEqual(["processing", context.clock.now().toISOString()]);
    expect(timeline.at(-1)).toMatchObject({
      message: "Payment received on account: BACS 991",
      actorName: "Mona Manager",
    });
    const { invoiceNumber, customerEmail } = await orderOf(orderId);
    const mails = (await mailsTo(context, customerEmail)).filter(
      ({ template }) => template === "payment-received",
    );
    expect(mails.map(({ subject }) => subject)).toEqual([
      `We have received your payment for order ${invoiceNumber}`,
    ]);
    expect(mails[0]?.text.replaceAll(/\s+/g, " ")).toMatch(
      /£\d+\.00 for your order .* It is paid in full\. BACS 991/,
    );
    const invoice = await findVatInvoice(manager, { invoiceNumber, cartId: null, token: null });
    expect(invoice.closing).toBe("Paid on account on 2 March 2026.");
  });

  it("leaves an order that has moved on where it is, and may complete one that waited", async () => {
    const moved = await waiting();
    await changeOrderStatus(manager, { orderId: moved, from: "pending", to: "processing", note: "" });
    await changeOrderStatus(manager, { orderId: moved, from: "processing", to: "completed", note: "" });
    await recordPaymentByHand(manager, { orderId: moved, from: "completed", note: "" });
    expect((await orderOf(moved)).status).toBe("completed");
    const completing = withSettings(manager, { autoCompleteOrders: true });
    const waited = await waiting();
    await recordPaymentByHand(completing, { orderId: waited, from: "pending", note: "" });
    expect((await orderOf(waited)).status).toBe("completed");
  });
});

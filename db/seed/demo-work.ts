import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { recordChange } from "#server/audit/changes.server.ts";
import { creditOf } from "#server/orders/correction-note.ts";
import { takeCreditNoteNumber } from "#server/orders/invoices.server.ts";
import type { UnitsOfLine } from "#server/orders/line-units.ts";
import type { OrderEventKind } from "#server/orders/order.ts";
import { credit, refundLinesOf } from "#server/orders/refund-rules.ts";
import { invoiceSellerOf } from "#server/orders/vat-invoice.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { readSettings } from "#server/settings/read-settings.server.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";
import {
  ApiKey,
  Checkout,
  CorrectionNote,
  Dispute,
  FailedOrder,
  OrderEvent,
  Payment,
  Product,
  Refund,
  User,
} from "../entities/index.ts";
import type { DemoOrder } from "./demo-orders.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Orders of before that keep no trace of their dispatch: so the audit is not one long list of them. */
const TRACED_DAYS = 30;
/** Days that the demo's disputed order is old at least, so that it was delivered. */
const DISPUTED_DAYS = 9;
const LOW_STOCK = 4;

const carriers = ["Royal Mail", "DPD", "Evri", "Parcelforce"] as const;

export interface DemoStaff {
  administrator: User;
  manager: User;
  packer: User;
}

interface Work {
  em: EntityManager;
  staff: DemoStaff;
  settings: StoreSettings;
  now: Date;
}

/**
 * What staff and customers have done with the demo orders since: dispatches, cancellations and refunds with their
 * credit notes, a dispute, failed payments, a product that runs low, a key of a script; each with its line in the
 * audit.
 */
export async function createDemoWork(
  em: EntityManager,
  made: readonly DemoOrder[],
  { staff, now }: { staff: DemoStaff; now: Date },
): Promise<void> {
  await em.flush();
  const work: Work = { em, staff, settings: await readSettings(em), now };
  const partial = made.findLast(
    ({ order, lines, payment }) => isDelivered(order, now) && payment && lines[0],
  );
  const disputed = made.findLast(
    (one) => isDelivered(one.order, now) && one !== partial && one.payment?.provider === "stripe",
  );
  for (const one of made) {
    const { order } = one;
    if (order.status === "completed") await dispatch(work, one);
    if (order.status === "cancelled") await cancel(work, one);
  }
  if (partial) await refundOneUnit(work, partial);
  if (disputed) createDispute(work, disputed);
  await em.flush();
  createFailedOrders(work);
  await suspendSomebody(work);
  await lowerStock(work);
  await createExpiredKey(work);
}

function isDelivered({ status, createdAt }: DemoOrder["order"], now: Date): boolean {
  return status === "completed" && now.getTime() - createdAt.getTime() > DISPUTED_DAYS * DAY_MS;
}

/** Who does something, and when, for the audit. */
export function authorAs({ id, role, name, email }: User, at: Date) {
  const sessionId = "00000000-0000-0000-0000-000000000000";
  return {
    actor: { kind: "user", id, role, name, email, sessionId } as const,
    clock: { now: () => at },
    requestId: "demo-data",
  };
}

function addEvent(
  { em }: Work,
  { order }: DemoOrder,
  event: { kind: OrderEventKind; message: string; actorName?: string; createdAt: Date },
): void {
  em.create(OrderEvent, { order, ...event });
}

/** The day after the order, and never in the future. */
function later({ order }: DemoOrder, now: Date, hours: number): Date {
  const placed = order.createdAt.getTime();
  return new Date(Math.max(placed, Math.min(placed + hours * HOUR_MS, now.getTime() - HOUR_MS)));
}

async function dispatch(work: Work, made: DemoOrder): Promise<void> {
  const { order, lines } = made;
  const { packer } = work.staff;
  const at = later(made, work.now, 22);
  for (const line of lines) line.leftQuantity = line.quantity;
  const carrier = carriers[order.id % carriers.length] ?? carriers[0];
  const trackingNumber = `DEMO${String(order.id).padStart(9, "0")}GB`;
  Object.assign(order, { carrier, trackingNumber, dispatchedAt: at });
  addEvent(work, made, {
    kind: "dispatched",
    message: `Dispatched with ${carrier}, tracking number ${trackingNumber}`,
    actorName: packer.name,
    createdAt: at,
  });
  if (work.now.getTime() - order.createdAt.getTime() > TRACED_DAYS * DAY_MS) return;
  await recordChange(work.em, authorAs(packer, at), {
    area: "orders",
    action: "dispatched",
    subjectId: order.id,
    subjectName: order.invoiceNumber,
    before: { status: "processing" },
    after: { status: "completed", carrier, trackingNumber },
  });
}

async function cancel(work: Work, made: DemoOrder): Promise<Refund> {
  const { order, lines } = made;
  const { manager } = work.staff;
  const at = later(made, work.now, 5);
  for (const line of lines) {
    line.cancelledQuantity = line.quantity;
    line.stockTaken = 0;
  }
  addEvent(work, made, {
    kind: "cancelled",
    message: "Order cancelled: the customer has changed their mind",
    actorName: manager.name,
    createdAt: at,
  });
  await recordChange(work.em, authorAs(manager, at), {
    area: "orders",
    action: "cancelled",
    subjectId: order.id,
    subjectName: order.invoiceNumber,
    before: { status: "processing" },
    after: { status: "cancelled", restock: true },
  });
  return refund(work, made, {
    amount: order.totalAmount,
    reason: "Your order was cancelled",
    units: lines.map(({ id, quantity }) => ({ lineId: id, quantity })),
    withDelivery: true,
    at: new Date(at.getTime() + 10 * 60 * 1000),
  });
}

function refundOneUnit(work: Work, made: DemoOrder): Promise<Refund> {
  return refund(work, made, {
    amount: made.lines[0]?.unitPrice ?? made.order.totalAmount,
    reason: "One item arrived damaged",
    units: made.lines.slice(0, 1).map(({ id }) => ({ lineId: id, quantity: 1 })),
    withDelivery: false,
    at: new Date(work.now.getTime() - 2 * DAY_MS),
  });
}

/** A refund that has reached its customer, with its credit note. */
async function refund(
  work: Work,
  made: DemoOrder,
  input: { amount: number; reason: string; units: UnitsOfLine[]; withDelivery: boolean; at: Date },
): Promise<Refund> {
  const { order, lines, payment } = made;
  const { em, settings } = work;
  const { manager } = work.staff;
  const { at, units, withDelivery, ...asked } = input;
  const credited = refundLinesOf(
    { order, lines },
    {
      units: units.map((each) => ({ ...each, isBackToStock: false })),
      delivery: withDelivery ? order.shippingCost : 0,
      amount: asked.amount,
    },
  );
  credit({ order, lines }, credited);
  const given = em.create(Refund, {
    ...asked,
    lines: credited,
    key: randomUUID(),
    payment,
    order,
    source: "staff",
    status: "succeeded",
    providerRefundId: payment ? refundIdOf(payment, order.id) : null,
    requestedBy: manager.name,
    createdAt: at,
    completedAt: at,
    updatedAt: at,
  });
  if (payment && asked.amount === payment.amountReceived) payment.status = "refunded";
  const note = em.create(CorrectionNote, {
    order,
    refund: given,
    kind: "credit",
    number: await takeCreditNoteNumber(em, settings.orderNumberPrefix),
    reason: asked.reason,
    content: creditOf(
      { lines, shippingCost: order.shippingCost },
      { credited, earlier: [] },
      order.seller ?? invoiceSellerOf(settings),
    ),
    issuedAt: at,
  });
  addEvent(work, made, {
    kind: "refunded",
    message: `Refunded ${formatMoney(asked.amount, "GBP")}: ${asked.reason} (credit note ${note.number})`,
    actorName: manager.name,
    createdAt: at,
  });
  await recordChange(em, authorAs(manager, at), {
    area: "orders",
    action: "refunded",
    subjectId: order.id,
    subjectName: order.invoiceNumber,
    before: { refunded: 0 },
    after: { refunded: asked.amount, reason: asked.reason },
  });
  return given;
}

function refundIdOf({ provider }: Payment, orderId: number): string {
  return provider === "stripe"
    ? `re_demo_${String(orderId).padStart(6, "0")}`
    : `DEMR${String(orderId).padStart(13, "0")}`;
}

function createDispute(work: Work, made: DemoOrder): Dispute | null {
  const { order, payment } = made;
  if (!payment) return null;
  const openedAt = new Date(work.now.getTime() - 2 * DAY_MS);
  const providerDisputeId = "du_demo_000001";
  const amount = payment.amountReceived;
  addEvent(work, made, {
    kind: "dispute_open",
    message: `The payment is disputed (${formatMoney(amount, "GBP")}): the customer says that it never arrived (${providerDisputeId})`,
    actorName: "The shop",
    createdAt: openedAt,
  });
  return work.em.create(Dispute, {
    provider: payment.provider,
    providerDisputeId,
    payment,
    order,
    amount,
    reason: "product_not_received",
    status: "needs_response",
    evidenceDueAt: new Date(work.now.getTime() + 7 * DAY_MS),
    openedAt,
    createdAt: openedAt,
    updatedAt: openedAt,
  });
}

/** Payments of today and this week that did not go through, with what their providers said. */
const failures = [
  {
    name: "Oliver Oakley",
    email: "oliver.oakley@example.com",
    provider: "stripe",
    amount: 3598,
    hoursAgo: 3,
    message: "Your card has insufficient funds. (insufficient_funds)",
  },
  {
    name: "Bronwen Parry",
    email: "bronwen.parry@example.com",
    provider: "stripe",
    amount: 7500,
    hoursAgo: 27,
    message: "Your card was declined. (generic_decline)",
  },
  {
    name: "Hugh Inman",
    email: "hugh.inman@example.com",
    provider: "paypal",
    amount: 2549,
    hoursAgo: 75,
    message: "The instrument presented was either declined by the processor or bank. (INSTRUMENT_DECLINED)",
  },
] as const;

function createFailedOrders({ em, now }: Work): void {
  failures.forEach(({ name, email, provider, amount, hoursAgo, message }, index) => {
    const at = new Date(now.getTime() - hoursAgo * HOUR_MS);
    const common = { createdAt: at, updatedAt: at };
    const checkout = em.create(Checkout, {
      id: randomUUID(),
      status: "expired",
      totalAmount: amount,
      paymentMethod: provider,
      ...common,
    });
    em.create(Payment, {
      checkout,
      provider,
      providerPaymentId:
        provider === "stripe" ? `pi_demo_failed_${index + 1}` : `DEMOFAILED000000${index + 1}`,
      amount,
      status: "cancelled",
      failureMessage: message,
      failedAttempts: 1,
      ...common,
    });
    em.create(FailedOrder, {
      checkout,
      customerName: name,
      customerEmail: email,
      totalAmount: amount,
      paymentMethod: provider,
      errorMessage: message,
      attemptedAt: at,
      createdAt: at,
    });
  });
}

async function suspendSomebody({ em, staff, now }: Work): Promise<void> {
  const person = await em.findOneOrFail(User, { username: "quentin.quayle" });
  person.isActive = false;
  await recordChange(em, authorAs(staff.administrator, new Date(now.getTime() - 8 * DAY_MS)), {
    area: "users",
    action: "suspended",
    subjectId: person.id,
    subjectName: person.name,
    before: { isActive: true },
    after: { isActive: false },
  });
}

/** A product that is nearly gone, after a count of the shelves. */
async function lowerStock({ em, staff, now }: Work): Promise<void> {
  const product = await em.findOne(Product, { slug: "bulk-biochar" });
  if (!product || product.stockQuantity <= LOW_STOCK) return;
  const before = product.stockQuantity;
  // Not an edit that somebody's form could have missed: the version stays.
  await em.execute("update product set stock_quantity = ? where id = ?", [LOW_STOCK, product.id]);
  await recordChange(em, authorAs(staff.administrator, new Date(now.getTime() - 26 * HOUR_MS)), {
    area: "products",
    action: "edited",
    subjectId: product.id,
    subjectName: product.name,
    before: { stockQuantity: before },
    after: { stockQuantity: LOW_STOCK },
  });
}

/** A script's key that opens nothing any more: its secret was never given to anybody. */
async function createExpiredKey({ em, staff, now }: Work): Promise<void> {
  const createdAt = new Date(now.getTime() - 95 * DAY_MS);
  const expiresAt = new Date(now.getTime() - 5 * DAY_MS);
  const key = em.create(ApiKey, {
    name: "Nightly order export",
    tokenHash: `demo-${randomUUID()}`,
    beginning: "oxb_demo00",
    permissions: ["orders.view"],
    maker: staff.administrator,
    createdAt,
    expiresAt,
    lastUsedAt: new Date(now.getTime() - 6 * DAY_MS),
    revokedAt: expiresAt,
  });
  await em.flush();
  await recordChange(em, authorAs(staff.administrator, createdAt), {
    area: "api-keys",
    action: "made",
    subjectId: key.id,
    subjectName: key.name,
    before: {},
    after: { beginning: key.beginning, permissions: key.permissions, expiresAt: expiresAt.toISOString() },
  });
}

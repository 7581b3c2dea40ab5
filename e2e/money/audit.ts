import { auditBooks } from "#db/audit.ts";
import { findAffectedOrders } from "#server/batches/recall-batch.server.ts";
import { monthAway, monthOf } from "#server/core/shop-time.ts";
import { listFailedOrders } from "#server/orders/failed-orders.server.ts";
import { listRecentOrders } from "#server/orders/order-views.server.ts";
import { listUnmatched, type UnmatchedPayment } from "#server/reports/list-unmatched.server.ts";
import { readLedger } from "#server/reports/read-ledger.server.ts";
import { reconcile } from "#server/reports/reconcile.server.ts";
import { runStatementJobs } from "./batch-steps.ts";
import type { Model } from "./model.ts";
import { type Charge, listCharges, writeCharges } from "./providers.ts";
import { linesText } from "./shopper.ts";
import { addUp, changedMonths } from "./time.ts";
import type { World } from "./world.ts";

const MOST = 500;

/** What must be true once everything is settled. Violations are noted in the world. */
export async function audit(world: World, model: Model, start: Date): Promise<void> {
  const charges = listCharges();
  const orders = await readOrders(world);
  const unmatched = await listUnmatched(world.contextFor(world.staff), MOST);
  for (const charge of charges) {
    const order = orders.find(({ transaction }) => transaction === charge.id);
    if (order) auditOrder(world, model, charge, order);
    else auditUnmatched(world, charge, unmatched);
    auditReportedPayment(world, model, charge);
  }
  for (const order of orders) {
    if (!order.isShown) world.violated("staff see every order", order.invoice);
  }
  await auditLedger(world, charges, start);
  await auditAgainstProviders(world, start);
  await auditStock(world, model);
  await auditDismissed(world, model);
  for (const change of await changedMonths(world, model)) world.violated("a filed VAT return stays", change);
  await auditEvents(world, model);
  await runStatementJobs(world);
  await auditRecalls(world);
  await addUp(world);
  const query = world.database.rows.bind(world.database);
  await writeCharges(query, charges);
  for (const { rule, row } of await auditBooks(query, ["always", "at rest", "against the providers"])) {
    world.violated(rule, JSON.stringify(row));
  }
}

interface BoughtOrder {
  transaction: string;
  invoice: string;
  lines: string;
  address: string;
  isShown: boolean;
}

async function readOrders(world: World): Promise<BoughtOrder[]> {
  const shown = await listRecentOrders(world.contextFor(world.staff), MOST);
  const rows = await world.database.rows<{ id: number; transaction: string; address: string }>(
    `select id, transaction_id as transaction, customer_address || ' (' || customer_email || ')' as address
      from customer_order order by id`,
  );
  const lines = await world.database.rows<{
    order: number;
    productId: number;
    quantity: number;
    unitPrice: number;
  }>(
    `select order_id as "order", product_id as "productId", quantity, unit_price as "unitPrice" from order_line`,
  );
  return rows.map(({ id, transaction, address }) => {
    const view = shown.find((order) => order.id === id);
    return {
      transaction,
      address,
      invoice: view?.invoiceNumber ?? `order ${id}`,
      lines: linesText(lines.filter(({ order }) => order === id)),
      isShown: view !== undefined,
    };
  });
}

/** The order contains what its payer saw when they pressed the last button. */
function auditOrder(world: World, model: Model, charge: Charge, order: BoughtOrder): void {
  const agreed = model.charges.get(charge.id) ?? [];
  const { lines, address } = order;
  if (agreed.length > 0 && !agreed.some((one) => one.lines === lines && one.address === address)) {
    const seen = agreed.map((one) => `${one.lines} to ${one.address}`).join(" or ");
    world.violated(
      "an order is what its payer saw",
      `${order.invoice}: ${lines} to ${address}, seen ${seen}`,
    );
  }
}

/** Money without an order is on the staff's list, as far as it has not been refunded. */
function auditUnmatched(world: World, charge: Charge, unmatched: readonly UnmatchedPayment[]): void {
  const { lost } = charge;
  const left = charge.amount - charge.refunded - lost;
  const shown = unmatched.find(({ providerPaymentId }) => providerPaymentId === charge.id);
  if (left <= 0 || (shown && shown.left - lost === left)) return;
  const seen = shown ? `${shown.left} is shown` : "nothing is shown";
  world.violated("money without an order is shown to staff", `${charge.id}: ${left} is here, ${seen}`);
}

/** Nobody who was told that nothing was charged is charged, or they have the money back. */
function auditReportedPayment(world: World, model: Model, charge: Charge): void {
  const agreed = model.charges.get(charge.id) ?? [];
  if (charge.refunded >= charge.amount || agreed.length === 0 || agreed.some(({ stands }) => stands)) return;
  world.violated("people are told the truth", `${charge.id}: ${charge.amount} was taken, and told not to be`);
}

/** Money taken = orders + refunds + disputes + unmatched, where money taken comes from the providers' records. */
async function auditLedger(world: World, charges: readonly Charge[], start: Date): Promise<void> {
  const sums = { refunded: 0, disputed: 0, difference: 0 };
  const received = { stripe: 0, paypal: 0 };
  const now = monthOf(new Date());
  for (let month = monthOf(start); month <= now; month = monthAway(month, 1)) {
    const { total } = await readLedger(world.contextFor(world.staff), { month, isLive: true });
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += total[name];
    received.stripe += total.received.stripe;
    received.paypal += total.received.paypal;
  }
  const taken = (provider: string) =>
    charges.reduce((sum, charge) => sum + (charge.provider === provider ? charge.amount : 0), 0);
  const books = { received, ...sums };
  const expected = {
    received: { stripe: taken("stripe"), paypal: taken("paypal") },
    refunded: charges.reduce((sum, { refunded }) => sum + refunded, 0),
    disputed: charges.reduce((sum, { lost }) => sum + lost, 0),
    difference: 0,
  };
  if (JSON.stringify(books) === JSON.stringify(expected)) return;
  world.violated(
    "the ledger is the providers' books",
    `${JSON.stringify(books)}, there ${JSON.stringify(expected)}`,
  );
}

async function auditAgainstProviders(world: World, start: Date): Promise<void> {
  const period = { from: new Date(start.getTime() - 60_000), to: new Date(Date.now() + 60_000) };
  const { differences } = await reconcile(world.contextFor(world.staff), period);
  for (const difference of differences) world.violated("the ledger is the providers' books", difference);
}

/** The initial stock plus changes by staff, minus sales, plus returns. */
async function auditStock(world: World, model: Model): Promise<void> {
  for (const { id, stockQuantity } of world.products) {
    const [row] = await world.database.rows<{ stock: number; gone: number }>(
      `select stock_quantity as stock, (select coalesce(sum(stock_taken - cancelled_to_stock - returned_to_stock), 0)::int
         from order_line where product_id = product.id) as gone from product where id = $1`,
      [id],
    );
    if (!row) continue;
    const expected = stockQuantity + (model.stockEdits.get(id) ?? 0) - row.gone;
    if (row.stock === expected) continue;
    world.violated("stock is exact", `product ${id} has ${row.stock} and should have ${expected}`);
  }
}

async function auditDismissed(world: World, model: Model): Promise<void> {
  for (const { id, customerEmail } of await listFailedOrders(world.contextFor(world.staff), MOST)) {
    const dismissed = model.dismissed.get(id);
    if (!dismissed || (model.attempts.get(customerEmail) ?? 0) > dismissed.attempts) continue;
    world.violated("what staff dismissed stays dismissed", `failed order ${id}`);
  }
}

/**
 * Every arrived event is processed, unless the attempt failed and the provider never sent it again; it is stored in
 * any case.
 */
async function auditEvents(world: World, { dropped }: Model): Promise<void> {
  const rows = await world.database.rows<{ id: string; type: string }>(
    "select event_id as id, type from provider_event where processed_at is null",
  );
  for (const { id, type } of rows) {
    if (!dropped.has(id)) world.violated("every event was acted on", `${id} (${type})`);
  }
}

/** By hand, from every row. */
async function auditRecalls(world: World): Promise<void> {
  const packed = await world.database.rows<{ batch: number; invoice: string; kept: number }>(
    `select packed.batch_id as batch, bought.invoice_number as invoice, packed.quantity - packed.returned_quantity as kept
      from batch_allocation packed join order_line line on line.id = packed.order_line_id
      join customer_order bought on bought.id = line.order_id`,
  );
  for (const { id } of await world.database.rows<{ id: number }>("select id from batch")) {
    const listed = await findAffectedOrders(world.contextFor(world.staff), id);
    const texts = listed.map(({ invoiceNumber, quantity }) => `${quantity} of ${invoiceNumber}`);
    const quantities = new Map<string, number>();
    for (const row of packed) {
      if (row.batch === id && row.kept > 0)
        quantities.set(row.invoice, (quantities.get(row.invoice) ?? 0) + row.kept);
    }
    const expected = [...quantities].map(([invoice, units]) => `${units} of ${invoice}`);
    if (texts.sort().join() === expected.sort().join()) continue;
    world.violated("a recall lists who has some of it", `${texts.join()}, by hand ${expected.join()}`);
  }
}

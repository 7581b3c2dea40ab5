import { describe, expect, it } from "vitest";
import { Order, OrderLine } from "#db/entities/index.ts";
import { parseCsv } from "#server/core/csv.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { refundOrder } from "#server/testing/ledger.ts";
import { exportOrders, orderCsvColumns } from "./export-orders.server.ts";
import { orderList } from "./order-search.ts";
import { findVatInvoice } from "./vat-documents.server.ts";

async function exported(search: Record<string, string>): Promise<string[]> {
  const pieces: string[] = [];
  const query = orderList.read(new URLSearchParams(search));
  for await (const piece of await exportOrders(staff, query)) pieces.push(piece);
  return pieces;
}

async function recordsOf(search: Record<string, string>) {
  return parseCsv((await exported(search)).join("")).records.map(({ cells }) => cells);
}

const context = await testContext();
const staff = asUser(context, await makeUser(context, { role: "shop_manager" }));

const inPounds = (amounts: Record<string, number>) =>
  Object.fromEntries(Object.entries(amounts).map(([name, pence]) => [name, (pence / 100).toFixed(2)]));

describe("the orders as a CSV file", () => {
  it("say net and VAT of each supply by its rate, delivery shared out, as Making Tax Digital asks", async () => {
    const product = await makeProduct(staff, { price: 6000 });
    const order = await makeOrder(staff, { lines: [{ product, quantity: 1 }] });
    const { id } = order;
    const em = staff.em.fork();
    await em.nativeUpdate(OrderLine, { order: id }, { vatRate: 1750 });
    await em.nativeUpdate(
      Order,
      { id },
      { shippingCost: 1099, totalAmount: 7099, taxPointAt: new Date("2026-03-01T23:59:00Z"), isExport: true },
    );
    const invoice = await findVatInvoice(staff, { ...order, cartId: null, token: null });
    const [found] = await recordsOf({ search: order.invoiceNumber });
    expect(found).toMatchObject({
      taxPoint: "2026-03-01T23:59:00.000Z",
      export: "yes",
      ...inPounds({ "net17.5": invoice.total.net, "vat17.5": invoice.total.vat, net20: 0, vat20: 0 }),
    });
  });

  it("hold every column, money in pounds", async () => {
    const products = [
      await makeProduct(staff, { name: "Biochar", price: 1000, taxRate: 500 }),
      await makeProduct(staff, { name: "Compost", price: 999 }),
    ];
    const order = await makeOrder(staff, {
      lines: products.map((product, index) => ({ product, quantity: index + 1 })),
    });
    const em = staff.em.fork();
    await em.nativeUpdate(OrderLine, { order: order.id, product: products[0]?.id ?? 0 }, { vatRate: 500 });
    await refundOrder(staff, order, 250);
    await refundOrder(staff, order, 250, "failed");

    const text = (await exported({ search: order.invoiceNumber })).join("");
    const { columns, records } = parseCsv(text);
    // The order at 17.5 % is of another test.
    const rates = [20, 17.5, 5, 0].flatMap((rate) => [`net${rate}`, `vat${rate}`]);
    expect(columns).toEqual([...orderCsvColumns, ...rates]);
    const invoice = await findVatInvoice(staff, {
      invoiceNumber: order.invoiceNumber,
      cartId: null,
      token: null,
    });
    expect(records.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({
        id: String(order.id),
        invoiceNumber: order.invoiceNumber,
        customerName: "Gwen Guest",
        totalAmount: (order.totalAmount / 100).toFixed(2),
        vatDue: (invoice.total.vat / 100).toFixed(2),
        refunded: "2.50",
        taxPoint: "2026-03-02T12:00:00.000Z",
        export: "no",
        currency: "GBP",
        ...inPounds({ net20: 1665, vat20: 333, net5: 952, vat5: 48, net0: 0, vat0: 0 }),
        items: `1 × ${products[0]?.name}; 2 × ${products[1]?.name}`,
      }),
    ]);
  });

  it("are those of the list, in its sort", async () => {
    const product = await makeProduct(staff, { price: 1000 });
    const customer = await makeUser(staff, { name: "Filtered Export" });
    const place = async (quantity: number, status: "completed" | "cancelled") =>
      String((await makeOrder(staff, { customer, lines: [{ product, quantity }], status })).id);
    const [large, small] = [await place(3, "completed"), await place(1, "completed")];
    await place(2, "cancelled");
    const found = await recordsOf({ search: "filtered export", status: "completed", sort: "highest" });
    expect(found.map(({ id }) => id)).toEqual([large, small]);
    expect(await recordsOf({ search: "fi" })).toEqual([]);
  });

  it("are read in batches, every order once", async () => {
    await staff.em.fork().execute(
      `insert into customer_order (invoice_number, vat_invoice_number, customer_name, customer_email, customer_address,
         billing_address, shipping_address, shipping_country, subtotal, tax_amount, vat_due, shipping_cost, total_amount,
         status, payment_method, paid_at, tax_point_at, created_at, updated_at)
       select 'INV-8' || n, 'BATCH-' || n, 'Batched', 'batched@example.com', '', '{}', '{}', 'United Kingdom', 0, 0, 0, 0, 0,
              'completed', 'stripe', '2002-01-01', '2002-01-01', '2002-01-01', now()
       from generate_series(1, 2100) n`,
    );
    const pieces = await exported({ from: "2002-01-01", to: "2002-01-01" });
    expect(pieces).toHaveLength(4);
    const ids = parseCsv(pieces.join("")).records.map(({ cells }) => cells.id);
    expect(new Set(ids).size).toBe(2100);
    expect(ids).toHaveLength(2100);
  });
});

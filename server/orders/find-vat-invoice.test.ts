import { describe, expect, it } from "vitest";
import { Order, Product, User } from "#db/entities/index.ts";
import { buyByCard, type OpenedCheckout, payingContext } from "#server/testing/checkouts.ts";
import {
  asUser,
  makeCart,
  makeOrder,
  makeProduct,
  makeUser,
  withSettings,
} from "#server/testing/factories.ts";
import { findMail } from "#server/testing/mailed.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { findVatInvoice } from "./vat-documents.server.ts";

await runTestSandbox();

const NO_CLAIM = { cartId: null, token: null };

const context = await payingContext();
const product = await makeProduct(context, { name: "Orchard Biochar", price: 1050, taxRate: 500 });
const bought = await buy(2);

function buy(quantity: number, country = "United Kingdom", shop = context): Promise<OpenedCheckout> {
  return buyByCard(shop, [{ product, quantity }], { country });
}

describe("the invoice of an order", () => {
  it("says what was sold, with delivery at the rate of the goods", async () => {
    const order = await context.em.fork().findOneOrFail(Order, { invoiceNumber: bought.invoiceNumber });
    const invoice = await findVatInvoice(context, { ...NO_CLAIM, ...bought });
    expect(invoice).toMatchObject({
      heading: "Invoice",
      number: order.vatInvoiceNumber,
      blocks: [
        {
          heading: "Billed to",
          lines: ["Gwen Guest", "1 Mill Lane", "Ludlow", "SY8 1AA", "United Kingdom"],
        },
        { heading: "Delivered to" },
      ],
      lines: [
        { description: "Orchard Biochar", quantity: 2, unitPrice: 1050, vatRate: 500, net: 2000, vat: 100 },
        { description: "Delivery", vatRate: 500, net: 1047, vat: 52, gross: 1099 },
      ],
      total: { net: 3047, vat: 152, gross: 3199 },
    });
    expect(invoice.total.gross).toBe(order.totalAmount);
    expect(invoice.lines[0]?.vat).toBe(order.vatDue);
  });

  it("is a VAT invoice of the shop as it was registered on the day of the order", async () => {
    const registered = withSettings(context, { vatNumber: "GB123456789", companyNumber: "01234567" });
    const sold = await buy(1, "United Kingdom", registered);
    const later = withSettings(context, { vatNumber: "GB987654321", storeName: "Renamed Biochar" });
    expect(await findVatInvoice(later, { ...NO_CLAIM, ...sold })).toMatchObject({
      heading: "VAT invoice",
      remark: null,
      seller: { vatNumber: "GB123456789", companyNumber: "01234567", storeName: "Oxbow Biochar" },
    });
    expect(await findVatInvoice(later, { ...NO_CLAIM, ...bought })).toMatchObject({ heading: "Invoice" });
  });

  it("stays what it was when the product and the customer change", async () => {
    const customer = await makeUser(context, { name: "Ann Before" });
    const sold = await makeProduct(context, { name: "Before", price: 3000, taxRate: 2000 });
    const { invoiceNumber } = await makeOrder(context, { customer, lines: [{ product: sold, quantity: 3 }] });
    const asOwner = asUser(context, customer);
    const before = await findVatInvoice(asOwner, { invoiceNumber, ...NO_CLAIM });

    const em = context.em.fork();
    await em.nativeUpdate(Product, sold.id, { name: "After", price: 9900, taxRate: 500 });
    await em.nativeUpdate(User, customer.id, { name: "Ann After", address: "Elsewhere" });

    expect(await findVatInvoice({ ...asOwner, em: em.fork() }, { invoiceNumber, ...NO_CLAIM })).toEqual(
      before,
    );
    expect(before.total).toEqual({ net: 7500, vat: 1500, gross: 9000 });
  });
});

describe("who may see an invoice", () => {
  it("staff may see anybody's", async () => {
    for (const role of ["administrator", "shop_manager"] as const) {
      const staff = asUser(context, await makeUser(context, { role }));
      expect(await findVatInvoice(staff, { invoiceNumber: bought.invoiceNumber, ...NO_CLAIM })).toMatchObject(
        { orderNumber: bought.invoiceNumber },
      );
    }
  });

  it("customers may see their own, and nobody else's", async () => {
    const [mine, theirs] = [await makeUser(context), await makeUser(context)];
    const { invoiceNumber } = await makeOrder(context, { customer: mine });
    expect(await findVatInvoice(asUser(context, mine), { invoiceNumber, ...NO_CLAIM })).toMatchObject({
      orderNumber: invoiceNumber,
    });
    const asked = findVatInvoice(asUser(context, theirs), { invoiceNumber, ...NO_CLAIM });
    await expect(asked).toBeRefused("not_found");
  });

  it("the link of the confirmation mail opens its own order's, and no other's", async () => {
    const other = await buy(1);
    const { text } = await findMail(context, { recipient: bought.form.email });
    const token = /order-confirmation\?t=([^\s&]+)/.exec(text)?.[1] ?? "";
    const { invoiceNumber } = bought;
    expect(await findVatInvoice(context, { invoiceNumber, cartId: null, token })).toMatchObject({
      orderNumber: invoiceNumber,
    });
    const asked = findVatInvoice(context, { invoiceNumber: other.invoiceNumber, cartId: null, token });
    await expect(asked).toBeRefused("not_found");
  });

  it("the browser whose cart paid may see it, with another cart not", async () => {
    const { invoiceNumber, cartId } = bought;
    expect(await findVatInvoice(context, { invoiceNumber, cartId, token: null })).toMatchObject({
      orderNumber: invoiceNumber,
    });
    const another = await makeCart(context, []);
    await expect(findVatInvoice(context, { invoiceNumber, cartId: another, token: null })).toBeRefused(
      "not_found",
    );
  });

  it("visitors get the same response for an order and for a number that does not exist", async () => {
    const { invoiceNumber } = await makeOrder(context);
    for (const number of [
      invoiceNumber,
      "INV-0000000000",
      "",
      "1 or 1=1",
      "INV-1\u0000",
      "INV-".padEnd(500, "1"),
    ]) {
      const asked = findVatInvoice(context, { invoiceNumber: number, ...NO_CLAIM });
      await expect(asked).toBeRefused("not_found", { message: "Invoice not found" });
    }
  });
});

import { describe, expect, it } from "vitest";
import { OrderLine } from "#db/entities/index.ts";
import type { CheckoutForm } from "#server/checkout/checkout-details.ts";
import type { Context } from "#server/core/context.ts";
import { quote } from "#server/pricing/quote.ts";
import { buyByCard, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeProduct, makeUser, withSettings } from "#server/testing/factories.ts";
import { pdfLines } from "#server/testing/pdf-lines.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { findConfirmation } from "./confirmation-page.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";
import { findVatInvoice, writeVatDocumentPdf } from "./vat-documents.server.ts";

await runTestSandbox();

const WHY = "Zero-rated: goods exported from the United Kingdom (VAT Act 1994, section 30(6)).";

const context = withSettings(await payingContext(), { vatNumber: "GB123456789" });
const zeroRating = withSettings(context, { zeroRateExports: true });
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

/** One bag at 20%, £30.00. */
async function sell(shop: Context, to: Partial<CheckoutForm>) {
  const product = await makeProduct(context, { price: 3000, taxRate: 2000 });
  const sold = await buyByCard(shop, [{ product, quantity: 1 }], to);
  const visitor = { invoiceNumber: sold.order.invoiceNumber, cartId: sold.cartId, token: null };
  return {
    ...sold,
    invoice: await findVatInvoice(manager, visitor),
    lines: await context.em.fork().find(OrderLine, { order: sold.order.id }),
    staff: await findStaffOrder(manager, sold.order.id),
    shown: await findConfirmation(context, { cartId: sold.cartId, token: null }),
  };
}

describe("an order that leaves the United Kingdom", () => {
  it("is sold at 0% where the owner wants it: checkout, order, invoice and what staff must keep agree", async () => {
    const { snapshot, order, lines, invoice, staff, shown } = await sell(zeroRating, { country: "France" });
    expect(snapshot).toMatchObject({ vat: 0, vatDue: 0, shipping: 0, total: 3000, isExport: true });
    expect(order).toMatchObject({ isExport: true, taxAmount: 0, vatDue: 0, totalAmount: 3000 });
    expect(order).toMatchObject({ shippingCost: 0, deliveryToBeAgreed: true });
    expect(lines).toMatchObject([{ vatRate: 0, vatDue: 0, lineTotal: 3000 }]);
    expect(invoice).toMatchObject({
      heading: "VAT invoice",
      remark: WHY,
      rates: [{ vatRate: 0, net: 3000, vat: 0, gross: 3000 }],
    });
    expect(
      pdfLines(await writeVatDocumentPdf(invoice))
        .join(" ")
        .replaceAll(/\s+/g, " "),
    ).toContain(WHY);
    expect(staff.isExport).toBe(true);
    const reminder = expect.stringContaining("keep proof that the goods left the United Kingdom");
    expect(staff.timeline.map(({ message }) => message)).toContainEqual(reminder);
    expect(shown?.timeline.map(({ message }) => message)).not.toContainEqual(reminder);
    const notice = "Outside the UK: delivery is to be agreed with the customer";
    expect(staff.timeline.map(({ message }) => message)).toContain(notice);
  });

  it("goes where the parcel goes, not where the bill goes", async () => {
    const { order } = await sell(zeroRating, {
      country: "France",
      sameShipping: false,
      shippingAddress: "1 Mill Lane",
      shippingCity: "Ludlow",
      shippingPostcode: "SY8 1AA",
      shippingCountry: "United Kingdom",
    });
    expect(order).toMatchObject({ isExport: false, vatDue: 500 });
  });

  it("costs the same wherever it goes: only what of the price is VAT depends on that", () => {
    const lines = [{ unitPrice: 3000, quantity: 2, vatRate: 2000 }];
    const rules = {
      deliveryRule: { kind: "as_specified" },
      vatMode: "as_specified",
      currency: "gbp",
      zeroRatesExports: true,
    } as const;
    const [home, abroad] = ["SY8 1AA", "JE2 3AB"].map((postcode) =>
      quote(lines, { country: "United Kingdom", postcode }, rules),
    );
    const { subtotal, shipping, total } = home ?? {};
    expect(abroad).toMatchObject({ subtotal, shipping, total, vat: 0, vatDue: 0 });
  });
});

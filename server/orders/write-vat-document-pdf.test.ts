import { describe, expect, it } from "vitest";
import { pdfLines } from "#server/testing/pdf-lines.ts";
import { writeVatDocumentPdf } from "./vat-documents.server.ts";
import { type InvoicedOrder, vatInvoiceOf } from "./vat-invoice.ts";

const seller = {
  storeName: "Oxbow Biochar",
  storeAddress: "Oxbow Yard, Ludlow",
  storePhone: "01584 000 000",
  storeEmail: "hello@oxbowbiochar.example",
  companyNumber: "01234567",
  vatNumber: "GB123456789",
  registeredOffice: "1 High Street, Ludlow",
};

const place = {
  name: "Zoë Łukasz-Ștefănescu",
  address: "12 Mill Lane",
  city: "Αθήνα",
  postcode: "SY8 1AA",
  country: "United Kingdom",
  countryCode: "GB",
};

function invoiceOf(lineCount = 1) {
  const lines = Array.from({ length: lineCount }, (_, index) => ({
    productName: `Premium Biochar ${index + 1}`,
    quantity: 2,
    unitPrice: 3000,
    lineTotal: 6000,
    vatRate: index % 2 === 0 ? 2000 : 500,
  }));
  const order: InvoicedOrder = {
    invoiceNumber: "INV-1772452800000",
    vatInvoiceNumber: "OXB-000123",
    customerName: "Gwen Guest",
    billingAddress: place,
    shippingAddress: { ...place, name: "The Walled Garden" },
    lines,
    shippingCost: 1099,
    totalAmount: 6000 * lineCount + 1099,
    currency: "gbp",
    sterling: null,
    paymentMethod: "stripe",
    paidAt: new Date("2026-03-02T12:00:00Z"),
    taxPointAt: new Date("2026-03-02T12:00:00Z"),
    createdAt: new Date("2026-03-02T12:00:00Z"),
    isExport: false,
  };
  return vatInvoiceOf(order, seller);
}

const raw = (file: Uint8Array) => Buffer.from(file).toString("latin1");

describe("the PDF of an invoice", () => {
  it("holds every figure and name as text", async () => {
    const text = pdfLines(await writeVatDocumentPdf(invoiceOf())).join("\n");
    for (const part of [
      "VAT invoice",
      "OXB-000123",
      "INV-1772452800000",
      "2 March 2026",
      "Oxbow Biochar",
      "VAT registration number: GB123456789",
      "Company number: 01234567",
      "Registered office: 1 High Street, Ludlow",
      "Zoë Łukasz-Ștefănescu",
      "Αθήνα",
      "The Walled Garden",
      "Premium Biochar 1",
      "£30.00",
      "20%",
      "£50.00",
      "£10.00",
      "Delivery",
      "£70.99",
      "Paid by card on 2 March 2026.",
    ]) {
      expect(text).toContain(part);
    }
  });

  it("says what a measure cost where the buyer was told", async () => {
    const invoice = invoiceOf();
    const [line, ...rest] = invoice.lines;
    const lines = line ? [{ ...line, perMeasure: { amount: 315, per: "m3" as const } }, ...rest] : rest;
    const text = pdfLines(await writeVatDocumentPdf({ ...invoice, lines })).join(" ");
    expect(text.replaceAll(/\s+/g, " ")).toContain("Premium Biochar 1 (£315.00 per m³)");
  });

  it("is tagged A4: a language, a title, headings, and tables with their heading cells", async () => {
    const file = raw(await writeVatDocumentPdf(invoiceOf()));
    expect(file).toMatch(/^%PDF-1\.7/);
    expect(file).toContain("/Marked true");
    expect(file).toContain("/Lang (en-GB)");
    expect(file).toContain("/DisplayDocTitle true");
    expect(file).toContain("(VAT invoice OXB-000123)");
    expect(file).toContain("/MediaBox [0 0 595.28 841.89]");
    expect(file.match(/\/S \/H1\b/g)).toHaveLength(1);
    expect(file.match(/\/S \/Table\b/g)).toHaveLength(2);
    expect(file.match(/\/Scope \/Column/g)).toHaveLength(7 + 4);
    expect(file.match(/\/Scope \/Row/g)).toHaveLength(2 + 1);
  });

  it("goes on to more pages with its column titles, numbered", async () => {
    const file = await writeVatDocumentPdf(invoiceOf(60));
    const pages = raw(file).match(/\/Type \/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(1);
    const lines = pdfLines(file);
    expect(lines.filter((line) => line === "Description")).toHaveLength(pages);
    expect(lines).toContain(`VAT invoice OXB-000123, page ${pages} of ${pages}`);
    expect(lines).toContain("Premium Biochar 60");
  });

  it("is the same file each time", async () => {
    expect(raw(await writeVatDocumentPdf(invoiceOf()))).toBe(raw(await writeVatDocumentPdf(invoiceOf())));
  });
});

import type { PostalAddress } from "#server/checkout/priced-snapshot.ts";
import type { OrderPaymentMethod } from "#server/payments/payment-status.ts";
import type { Pence } from "#server/pricing/money.ts";
import { type BasisPoints, vatOf } from "#server/pricing/vat.ts";
import { apportionDelivery } from "./apportion-delivery.ts";
import type { InvoiceSeller } from "./invoice-seller.ts";

/** What an invoice is made from: the order's own columns, which later changes never touch. Amounts in pence. */
export interface InvoicedOrder {
  invoiceNumber: string;
  vatInvoiceNumber: string;
  customerName: string;
  billingAddress: PostalAddress;
  shippingAddress: PostalAddress;
  lines: readonly {
    productName: string;
    quantity: number;
    unitPrice: Pence;
    lineTotal: Pence;
    vatRate: BasisPoints;
  }[];
  shippingCost: Pence;
  totalAmount: Pence;
  paymentMethod: OrderPaymentMethod;
  paidAt: Date | null;
  createdAt: Date;
}

/** A gross amount with the VAT inside it: net + vat = gross, always. */
export interface TaxedAmount {
  net: Pence;
  vat: Pence;
  gross: Pence;
}

export interface InvoiceLine extends TaxedAmount {
  /** 1 for the first line. */
  position: number;
  description: string;
  quantity: number;
  /** What one costs, VAT included. */
  unitPrice: Pence;
  vatRate: BasisPoints;
}

/** The invoice of an order, in the words that page and PDF share. */
export interface VatInvoice {
  heading: "VAT invoice" | "Invoice";
  /** Said below the heading when the document is no VAT invoice. */
  remark: string | null;
  /** The gapless number (resolution B13). */
  number: string;
  /** The order's own number. */
  orderNumber: string;
  /** ISO date and time. */
  issuedAt: string;
  /** Days as people write them: "2 March 2026". */
  issuedOn: string;
  taxPoint: string;
  seller: InvoiceSeller;
  /** One entry per printed line. */
  billedTo: string[];
  deliveredTo: string[];
  lines: InvoiceLine[];
  /** The highest rate first. */
  rates: (TaxedAmount & { vatRate: BasisPoints })[];
  total: TaxedAmount;
  /** "Paid by card on 2 March 2026." */
  payment: string;
}

/**
 * Makes the invoice that HMRC asks for in full (resolution C2) out of an order. VAT is always the fraction inside the
 * gross amount, rounded half up on each line (C3). Only a shop with a VAT number issues a "VAT invoice" (B1).
 * @throws Error when the order's lines and delivery do not add up to what was charged.
 */
export function vatInvoiceOf(order: InvoicedOrder, seller: InvoiceSeller): VatInvoice {
  const lines = [...order.lines.map(goodsLine), ...deliveryLines(order)].map((line, index) => ({
    position: index + 1,
    ...line,
  }));
  const total = sumOf(lines);
  if (total.gross !== order.totalAmount) {
    throw new Error(`The lines of ${order.invoiceNumber} do not add up to its total`);
  }
  const isVatInvoice = seller.vatNumber !== "";
  return {
    heading: isVatInvoice ? "VAT invoice" : "Invoice",
    remark: isVatInvoice ? null : "This is not a VAT invoice: it carries no VAT registration number.",
    number: order.vatInvoiceNumber,
    orderNumber: order.invoiceNumber,
    issuedAt: order.createdAt.toISOString(),
    issuedOn: dayOf(order.createdAt),
    taxPoint: dayOf(order.paidAt ?? order.createdAt),
    seller,
    billedTo: addressLines(order.customerName, order.billingAddress),
    deliveredTo: addressLines(order.customerName, order.shippingAddress),
    lines,
    rates: sumByRate(lines),
    total,
    payment: order.paidAt
      ? `Paid ${paymentWays[order.paymentMethod]} on ${dayOf(order.paidAt)}.`
      : "Not paid yet.",
  };
}

/** "20%", "17.5%" */
export function displayRate(rate: BasisPoints): string {
  return `${rate / 100}%`;
}

const paymentWays: Record<OrderPaymentMethod, string> = {
  stripe: "by card",
  paypal: "with PayPal",
  cash: "in cash",
  card: "by card",
  bank_transfer: "by bank transfer",
  account: "on account",
};

function goodsLine(line: InvoicedOrder["lines"][number]): Omit<InvoiceLine, "position"> {
  const { productName, quantity, unitPrice, lineTotal, vatRate } = line;
  return { description: productName, quantity, unitPrice, vatRate, ...taxed(lineTotal, vatRate) };
}

function deliveryLines(order: InvoicedOrder): Omit<InvoiceLine, "position">[] {
  const goods = order.lines.map(({ vatRate, lineTotal }) => ({ vatRate, gross: lineTotal }));
  const shares = apportionDelivery(order.shippingCost, goods);
  return shares.map(({ vatRate, gross }) => ({
    description: shares.length > 1 ? `Delivery, share of goods at ${displayRate(vatRate)}` : "Delivery",
    quantity: 1,
    unitPrice: gross,
    vatRate,
    ...taxed(gross, vatRate),
  }));
}

function taxed(gross: Pence, rate: BasisPoints): TaxedAmount {
  const vat = vatOf(gross, rate, "fraction");
  return { net: gross - vat, vat, gross };
}

function sumOf(amounts: readonly TaxedAmount[]): TaxedAmount {
  return amounts.reduce(
    (sum, { net, vat, gross }) => ({ net: sum.net + net, vat: sum.vat + vat, gross: sum.gross + gross }),
    { net: 0, vat: 0, gross: 0 },
  );
}

function sumByRate(lines: readonly InvoiceLine[]): VatInvoice["rates"] {
  const rates = [...new Set(lines.map(({ vatRate }) => vatRate))].sort((a, b) => b - a);
  return rates.map((vatRate) => ({ vatRate, ...sumOf(lines.filter((line) => line.vatRate === vatRate)) }));
}

/** The name first, then what of the address is known; nothing twice in a row. */
function addressLines(customerName: string, place: PostalAddress): string[] {
  const { name, address, city, postcode, country } = place;
  const written = [name.trim() || customerName, ...address.split(/[\r\n]+/), city, postcode, country];
  const lines = written.map((line) => line.trim()).filter((line) => line !== "");
  return lines.filter((line, index) => line !== lines[index - 1]);
}

function dayOf(moment: Date): string {
  return moment.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "Europe/London" });
}

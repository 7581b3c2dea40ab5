import type { PostalAddress } from "#server/checkout/checkout.ts";
import type { FrozenDelivery } from "#server/checkout/delivery-choice.ts";
import type { OrderPaymentMethod } from "#server/payments/payment-status.ts";
import { apportion, type CurrencyCode, type Pence, type SterlingRate } from "#server/pricing/money.ts";
import type { PricePerMeasure } from "#server/pricing/price-per-measure.ts";
import { type BasisPoints, STANDARD_VAT_RATE, vatOf } from "#server/pricing/vat.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";
import { paymentLabels } from "./order.ts";
import {
  addressLines,
  dayOf,
  displayRate,
  inPoundsOf,
  sumByRate,
  sumOf,
  type TaxedAmount,
  type VatDocument,
  type VatDocumentLine,
} from "./vat-document.ts";

/** The input of an invoice: the order's own columns, which later changes never touch. Amounts in pence. */
export interface InvoicedOrder {
  invoiceNumber: string;
  vatInvoiceNumber: string;
  customerName: string;
  billingAddress: PostalAddress;
  shippingAddress: PostalAddress;
  lines: readonly InvoicedLine[];
  shippingCost: Pence;
  /** The delivery option that was chosen, where one is frozen with the order. */
  delivery?: Pick<FrozenDelivery, "label"> | null;
  totalAmount: Pence;
  currency: CurrencyCode;
  /** Frozen with the order, for its invoice and the notes that correct it; null in pounds. */
  sterling: SterlingRate | null;
  paymentMethod: OrderPaymentMethod;
  paidAt?: Date | null;
  /** Fixed with the invoice: see `taxPointOf`. */
  taxPointAt: Date;
  createdAt: Date;
  /** Its goods left the United Kingdom at 0% VAT. */
  isExport: boolean;
  /** For a cancelled order, the credit notes of its invoice, the oldest first; null for any other. */
  cancelledBy?: readonly CreditNoteName[] | null;
}

interface CreditNoteName {
  number: string;
  issuedAt: Date;
}

interface InvoicedLine {
  productName: string;
  quantity: number;
  unitPrice: Pence;
  perMeasure?: PricePerMeasure | null | undefined;
  lineTotal: Pence;
  vatRate: BasisPoints;
}

/**
 * The tax point of an invoice: its issue or the payment, whichever came first. A payment after the invoice makes none
 * (VAT Act 1994, section 6(4); HMRC's manual VATTOS5105).
 */
export function taxPointOf({ issuedAt, paidAt }: { issuedAt: Date; paidAt: Date | null }): Date {
  return paidAt && paidAt < issuedAt ? paidAt : issuedAt;
}

/**
 * Makes the full invoice that HMRC requires (docs/rules.md#papers-2) from an order. VAT is always the fraction inside
 * the gross amount, rounded half up on each line. Only a shop with a VAT number issues a "VAT invoice"
 * (docs/rules.md#vat-9). @throws Error when the order's lines and delivery do not add up to what was charged.
 */
export function vatInvoiceOf(order: InvoicedOrder, seller: InvoiceSeller): VatDocument {
  const lines = invoiceLinesOf(order, seller);
  const total = sumOf(lines);
  if (total.gross !== order.totalAmount) {
    throw new Error(`The lines of ${order.invoiceNumber} do not add up to its total`);
  }
  return {
    kind: "invoice",
    heading: seller.vatNumber ? "VAT invoice" : "Invoice",
    remark: remarkOf(order, seller),
    number: order.vatInvoiceNumber,
    orderNumber: order.invoiceNumber,
    issuedAt: order.createdAt.toISOString(),
    facts: [
      { label: "Invoice number", value: order.vatInvoiceNumber },
      { label: "Order number", value: order.invoiceNumber },
      { label: "Issue date", value: dayOf(order.createdAt) },
      { label: "Tax point", value: dayOf(order.taxPointAt) },
    ],
    seller,
    blocks: [
      { heading: "Billed to", lines: addressLines(order.customerName, order.billingAddress) },
      { heading: "Delivered to", lines: addressLines(order.customerName, order.shippingAddress) },
    ],
    linesTitle: "What was sold",
    lines,
    rates: sumByRate(lines),
    total,
    currency: order.currency,
    inPounds: seller.showsNoVat ? null : inPoundsOf(sumByRate(lines), order),
    showsVat: !seller.showsNoVat,
    closing: closingOf(order),
  };
}

/** Why an invoice charges no VAT. */
const ZERO_RATED_EXPORT = "Zero-rated: goods exported from the United Kingdom (VAT Act 1994, section 30(6)).";

function remarkOf(
  { cancelledBy, isExport }: InvoicedOrder,
  { vatNumber, showsNoVat }: InvoiceSeller,
): string | null {
  const remarks = [
    ...(cancelledBy ? [cancellationRemark(cancelledBy)] : []),
    ...(isExport && !showsNoVat ? [ZERO_RATED_EXPORT] : []),
    ...(vatNumber ? [] : ["This is not a VAT invoice: it carries no VAT registration number."]),
  ];
  return remarks.join(" ") || null;
}

function cancellationRemark(creditNotes: readonly CreditNoteName[]): string {
  if (creditNotes.length === 0) {
    return "The order was cancelled. A credit note follows when what was paid is given back.";
  }
  const notes = creditNotes.map(({ number, issuedAt }) => `${number} of ${dayOf(issuedAt)}`);
  return `The order was cancelled. This invoice is corrected by credit note ${notes.join(" and ")}.`;
}

function closingOf({ paidAt, paymentMethod, cancelledBy }: InvoicedOrder): string {
  if (paidAt) return `Paid ${paymentLabels[paymentMethod]} on ${dayOf(paidAt)}.`;
  return cancelledBy ? "Nothing was paid, and nothing is to be paid any more." : "Not paid yet.";
}

/** The goods in the order's sequence, then delivery by VAT rate. */
export function invoiceLinesOf(
  order: Pick<InvoicedOrder, "lines" | "shippingCost" | "delivery">,
  seller: Pick<InvoiceSeller, "showsNoVat"> = {},
): VatDocumentLine[] {
  return [...order.lines.map(goodsLine), ...deliveryLines(order, seller)].map((line, index) => ({
    position: index + 1,
    ...line,
  }));
}

function goodsLine(line: InvoicedLine): Omit<VatDocumentLine, "position"> {
  const { productName, quantity, unitPrice, perMeasure, lineTotal, vatRate } = line;
  return {
    description: productName,
    quantity,
    unitPrice,
    ...(perMeasure ? { perMeasure } : {}),
    vatRate,
    ...taxed(lineTotal, vatRate),
  };
}

function deliveryLines(
  order: Pick<InvoicedOrder, "lines" | "shippingCost" | "delivery">,
  { showsNoVat }: Pick<InvoiceSeller, "showsNoVat">,
): Omit<VatDocumentLine, "position">[] {
  const goods = order.lines.map(({ vatRate, lineTotal }) => ({ vatRate, gross: lineTotal }));
  const shares = apportionDelivery(order.shippingCost, goods);
  const name = order.delivery?.label ?? "Delivery";
  return shares.map(({ vatRate, gross }) => ({
    description:
      shares.length > 1 && !showsNoVat ? `${name}, share of goods at ${displayRate(vatRate)}` : name,
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

interface RatedAmount {
  vatRate: BasisPoints;
  gross: Pence;
}

/**
 * Splits a delivery charge over the VAT rates of the delivered goods, by their gross value (docs/rules.md#vat-5):
 * delivery follows the goods. The shares add up to the charge exactly; odd pence go where most was cut off. The
 * highest rate comes first. If all goods were free, delivery has their highest rate.
 */
export function apportionDelivery(delivery: Pence, goods: readonly RatedAmount[]): RatedAmount[] {
  if (delivery <= 0) return [];
  const byRate = new Map<BasisPoints, Pence>();
  for (const { vatRate, gross } of goods) byRate.set(vatRate, (byRate.get(vatRate) ?? 0) + gross);
  const rates = [...byRate].map(([vatRate, gross]) => ({ vatRate, gross }));
  rates.sort((a, b) => b.vatRate - a.vatRate);
  const value = rates.reduce((sum, { gross }) => sum + gross, 0);
  if (value <= 0) return [{ vatRate: rates[0]?.vatRate ?? STANDARD_VAT_RATE, gross: delivery }];

  const shares = apportion(
    delivery,
    rates.map(({ gross }) => gross),
  );
  return rates
    .map(({ vatRate }, index) => ({ vatRate, gross: shares[index] ?? 0 }))
    .filter(({ gross }) => gross > 0);
}

/** The seller in print. An order stores it as it was on the day of the order (docs/rules.md#papers-2). */
export interface InvoiceSeller
  extends Pick<
    StoreSettings,
    | "storeName"
    | "storeAddress"
    | "storePhone"
    | "storeEmail"
    | "companyNumber"
    | "vatNumber"
    | "registeredOffice"
  > {
  /** The shop took real money without a VAT number, so its documents show no VAT (docs/decisions/033). */
  showsNoVat?: true;
}

/** The seller from the shop's settings. */
export function invoiceSellerOf(settings: InvoiceSeller): InvoiceSeller {
  const { storeName, storeAddress, storePhone, storeEmail, companyNumber, vatNumber, registeredOffice } =
    settings;
  return { storeName, storeAddress, storePhone, storeEmail, companyNumber, vatNumber, registeredOffice };
}

/**
 * The seller on the invoice of a new order. A business that is not registered must not show VAT on an invoice (Finance
 * Act 2008, schedule 41); a shop in test mode shows it all the same.
 */
export function newInvoiceSellerOf(
  settings: InvoiceSeller & Pick<StoreSettings, "takesRealMoney">,
): InvoiceSeller {
  const showsNoVat = settings.takesRealMoney && settings.vatNumber === "";
  return { ...invoiceSellerOf(settings), ...(showsNoVat ? { showsNoVat } : {}) };
}

import type { PostalAddress } from "#server/checkout/checkout.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import {
  type CurrencyCode,
  formatMoney,
  inPounds,
  type Pence,
  type SterlingRate,
} from "#server/pricing/money.ts";
import { type PricePerMeasure, perMeasureText } from "#server/pricing/price-per-measure.ts";
import type { BasisPoints } from "#server/pricing/vat.ts";
import type { InvoiceSeller } from "./vat-invoice.ts";

/** A gross amount with the VAT inside it: net + vat always equals gross. */
export interface TaxedAmount {
  net: Pence;
  vat: Pence;
  gross: Pence;
}

export interface VatDocumentLine extends TaxedAmount {
  /** 1 for the first line of the invoice. */
  position: number;
  description: string;
  /** Undefined for a part of the price. */
  quantity: number | null;
  /** The price of one unit, VAT included. */
  unitPrice: Pence | null;
  /** What a measure of it cost at that price, as the buyer was told; left out where nobody was. */
  perMeasure?: PricePerMeasure;
  vatRate: BasisPoints;
}

/** An invoice, a credit note or a debit note, with the texts for page and PDF. */
export interface VatDocument {
  kind: "invoice" | "credit-note" | "debit-note";
  heading: string;
  /** The text below the heading. */
  remark: string | null;
  /** Its own gapless number (docs/rules.md#papers-1). */
  number: string;
  /** The order's own number. */
  orderNumber: string;
  /** ISO date and time. */
  issuedAt: string;
  facts: readonly { label: string; value: string }[];
  seller: InvoiceSeller;
  /** Two blocks side by side, one entry for each printed line. */
  blocks: readonly { heading: string; lines: readonly string[] }[];
  linesTitle: string;
  lines: VatDocumentLine[];
  /** The highest rate first. */
  rates: (TaxedAmount & { vatRate: BasisPoints })[];
  total: TaxedAmount;
  currency: CurrencyCode;
  /** The total VAT in pounds with its rate, in a sentence, where the document is in another currency. */
  inPounds: string | null;
  /** When false, it states what was paid and no rates, net amounts or VAT. */
  showsVat: boolean;
  /** The payment method. */
  closing: string;
}

/** What a document in another currency also says of its VAT (VAT Regulations 1995, regulation 14(1)(h) and (i)). */
export function inPoundsOf(
  rates: readonly TaxedAmount[],
  { currency, sterling }: { currency: CurrencyCode; sterling: SterlingRate | null },
): string | null {
  if (currency === "gbp" || !sterling) return null;
  // Rate by rate, as the VAT report adds them up.
  const vat = rates.reduce((sum, rate) => sum + inPounds(rate.vat, sterling), 0);
  const one = formatMoney(100, currency);
  return `Total VAT in pounds sterling: ${formatMoney(vat, "gbp")}, at £${sterling.rate / 1_000_000} for ${one} (rate of ${dayOf(new Date(`${sterling.day}T12:00:00Z`))}).`;
}

/** "20%", "17.5%" */
export function displayRate(rate: BasisPoints): string {
  return `${rate / 100}%`;
}

/** "£4.99 per kg", beside the price of one unit; null where there is none. */
export function perMeasureOf(
  { unitPrice, perMeasure }: VatDocumentLine,
  currency: CurrencyCode,
): string | null {
  return unitPrice !== null && perMeasure ? perMeasureText(perMeasure, currency) : null;
}

/** The sum of amounts that were rounded separately, so that the document adds up. */
export function sumOf(amounts: readonly TaxedAmount[]): TaxedAmount {
  return amounts.reduce(
    (sum, { net, vat, gross }) => ({ net: sum.net + net, vat: sum.vat + vat, gross: sum.gross + gross }),
    { net: 0, vat: 0, gross: 0 },
  );
}

/** The sums of the lines at each rate, highest first. */
export function sumByRate(lines: readonly VatDocumentLine[]): VatDocument["rates"] {
  const rates = [...new Set(lines.map(({ vatRate }) => vatRate))].sort((a, b) => b - a);
  return rates.map((vatRate) => ({ vatRate, ...sumOf(lines.filter((line) => line.vatRate === vatRate)) }));
}

/** The name, followed by the known parts of the address, without repetitions. */
export function addressLines(customerName: string, place: PostalAddress): string[] {
  const { name, address, city, postcode, country } = place;
  const buyerLines = [name.trim() || customerName, ...address.split(/[\r\n]+/), city, postcode, country];
  const lines = buyerLines.map((line) => line.trim()).filter((line) => line !== "");
  return lines.filter((line, index) => line !== lines[index - 1]);
}

/** "2 March 2026", in UK time. */
export function dayOf(moment: Date): string {
  return displayLongDate(moment);
}

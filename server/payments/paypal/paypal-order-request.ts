import type { PostalAddress, PricedSnapshot } from "#server/checkout/priced-snapshot.ts";
import { type Pence, penceToDecimal } from "#server/pricing/money.ts";

export interface PayPalOrderWish {
  checkoutId: string;
  /** PayPal accepts each number once: a second safety net against paying twice. */
  invoiceId: string;
  total: Pence;
  snapshot: PricedSnapshot | null;
  /** The delivery address, once it is known. */
  shipTo: PostalAddress | null;
  storeName: string;
  publicUrl: string;
}

/**
 * Countries for which PayPal lists the codes of states and provinces (developer.paypal.com, "State and province codes").
 * It has long refused addresses there without one, and the shop asks for none: it sends the goods to its own address
 * in any case.
 */
const countriesWithStates = new Set(["AR", "BR", "CA", "CN", "ID", "IN", "IT", "JP", "MX", "TH", "US"]);

/** The body of POST /v2/checkout/orders: one purchase unit whose parts sum exactly to the amount charged. */
export function payPalOrderRequest(input: PayPalOrderWish): object {
  const { snapshot, shipTo, total, publicUrl } = input;
  const known = shipTo?.countryCode;
  const countryCode = known && !countriesWithStates.has(known) ? known : undefined;
  const brandName = inOneLine(input.storeName, " ", 127);
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: input.checkoutId,
        invoice_id: input.invoiceId,
        amount: { ...money(total), ...(snapshot ? { breakdown: breakdownOf(snapshot) } : {}) },
        ...(snapshot ? { items: snapshot.lines.map(itemOf) } : {}),
        ...(shipTo && countryCode ? { shipping: shippingOf(shipTo, countryCode) } : {}),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          // Without one PayPal shows the name of its account.
          ...(brandName ? { brand_name: brandName } : {}),
          locale: "en-GB",
          user_action: "PAY_NOW",
          shipping_preference: countryCode ? "SET_PROVIDED_ADDRESS" : "NO_SHIPPING",
          return_url: `${publicUrl}/checkout-success`,
          cancel_url: `${publicUrl}/checkout?paypal=cancelled`,
        },
      },
    },
  };
}

function money(pence: Pence) {
  return { currency_code: "GBP", value: penceToDecimal(pence) };
}

/** Prices include VAT, so there is no tax beside them. */
function breakdownOf({ subtotal, shipping }: PricedSnapshot) {
  return { item_total: money(subtotal), shipping: money(shipping) };
}

function itemOf(line: PricedSnapshot["lines"][number]) {
  return {
    name: inOneLine(line.productName, " ", 127),
    quantity: String(line.quantity),
    unit_amount: money(line.unitPrice),
    category: "PHYSICAL_GOODS",
  };
}

function shippingOf(address: PostalAddress, countryCode: string) {
  return {
    type: "SHIPPING",
    name: { full_name: inOneLine(address.name, " ", 300) },
    address: {
      address_line_1: inOneLine(address.address, ", ", 300),
      admin_area_2: inOneLine(address.city, " ", 120),
      postal_code: inOneLine(address.postcode, " ", 60),
      country_code: countryCode,
    },
  };
}

/** Cut to the length that PayPal accepts, never through a surrogate pair. */
function inOneLine(text: string, between: string, longest: number): string {
  const lines = text.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
  return lines
    .filter(Boolean)
    .join(between)
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, "");
}

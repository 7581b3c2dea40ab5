import { type Pence, penceToDecimal } from "#server/pricing/money.ts";
import type { PostalAddress, PricedSnapshot } from "./priced-snapshot.ts";

interface PayPalOrderWish {
  checkoutId: string;
  /** PayPal takes each once: a second safety net against paying twice. */
  invoiceId: string;
  total: Pence;
  snapshot: PricedSnapshot | null;
  /** Where the goods go, once that is known. */
  shipTo: PostalAddress | null;
  storeName: string;
  publicUrl: string;
}

/** The body of POST /v2/checkout/orders: one purchase unit whose parts sum exactly to what is charged. */
export function payPalOrderRequest(wish: PayPalOrderWish): object {
  const { snapshot, shipTo, total, publicUrl } = wish;
  const countryCode = shipTo?.countryCode;
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: wish.checkoutId,
        invoice_id: wish.invoiceId,
        amount: { ...money(total), ...(snapshot ? { breakdown: breakdownOf(snapshot) } : {}) },
        ...(snapshot ? { items: snapshot.lines.map(itemOf) } : {}),
        ...(shipTo && countryCode ? { shipping: shippingOf(shipTo, countryCode) } : {}),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: wish.storeName.slice(0, 127),
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
    name: line.productName.slice(0, 127),
    quantity: String(line.quantity),
    unit_amount: money(line.unitPrice),
    category: "PHYSICAL_GOODS",
  };
}

function shippingOf(address: PostalAddress, countryCode: string) {
  return {
    type: "SHIPPING",
    name: { full_name: address.name.slice(0, 300) },
    address: {
      address_line_1: address.address.slice(0, 300),
      admin_area_2: address.city.slice(0, 120),
      postal_code: address.postcode.slice(0, 60),
      country_code: countryCode,
    },
  };
}

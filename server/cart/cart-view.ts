import { ShopError } from "#server/core/errors.ts";
import type { Place } from "#server/pricing/delivery-zones.ts";
import type { PackSize } from "#server/pricing/loads.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { PricePerMeasure } from "#server/pricing/price-per-measure.ts";
import type { DescribedStep, PriceStep } from "#server/pricing/price-steps.ts";
import type { BasisPoints } from "#server/pricing/vat.ts";

export interface CartLineView {
  productId: number;
  slug: string;
  name: string;
  imageUrl: string;
  /** The same picture in its smallest size; "" without one. */
  thumbnailUrl: string;
  /** Of one unit at this quantity (docs/rules.md#prices-9). */
  unitPrice: Pence;
  /** What a measure costs at that price (docs/rules.md#prices-10); left out where none is told. */
  perMeasure?: PricePerMeasure;
  /** Of one unit for everybody, whatever the quantity. */
  currentPrice: Pence;
  onSale: boolean;
  /** The steps that count for this visitor, from the smallest quantity on. */
  priceSteps: DescribedStep[];
  /** The visitor's list; null is everybody's prices. */
  tradeList: string | null;
  quantity: number;
  lineTotal: Pence;
  vatRate: BasisPoints;
  /** The units that can be sold now; a line may hold more, and then says so. */
  stockQuantity: number;
  pack: PackSize;
}

/** The cart as the drawer, /cart and the checkout show it. Prices are today's, from the server. */
export interface CartView {
  id: string | null;
  lines: CartLineView[];
  /** Products in the cart that the shop no longer sells: shown until they are removed, and never charged. */
  noLongerSold: { productId: number; name: string }[];
  itemCount: number;
  subtotal: Pence;
  /**
   * The drawer's Shipping and Total: flat £4.99 above a subtotal of 0 (docs/rules.md#delivery-4). By a tariff the place
   * decides: then Shipping is null and the Total without it.
   */
  drawerShipping: Pence | null;
  drawerTotal: Pence;
  /**
   * Where the visitor wants it brought, and why that has no price; null before they said. Missing as long as nobody is
   * asked: until the owner has saved what delivery costs.
   */
  deliveryTo?: { postcode: string; problem: string | null } | null;
  /** What UK delivery will really cost, from the checkout's rule. */
  deliverySentence: string;
}

/** A line holds 1 to 99 of a product. */
export const MAX_LINE_QUANTITY = 99;

/** The quantity selector of a line offers 1 to 10. */
const SELECTABLE = 10;

/**
 * The options of a line's selector: 1 to 10, the quantities from which a unit costs less, and the line's own when adding
 * has made it larger.
 */
export function quantityChoices(current: number, priceSteps: readonly PriceStep[] = []): number[] {
  const choices = Array.from({ length: SELECTABLE }, (_, index) => index + 1);
  const further = [current, ...priceSteps.map(({ minQuantity }) => minQuantity)];
  const beyond = further.filter((quantity) => quantity > SELECTABLE && quantity <= MAX_LINE_QUANTITY);
  return [...choices, ...[...new Set(beyond)].sort((one, other) => one - other)];
}

/**
 * The quantity that a line gets for a requested one: never more than 99 or than can be sold.
 * @throws ShopError `out_of_stock` when nothing can be sold.
 */
export function limitedQuantity(requested: number, stockQuantity: number): number {
  if (stockQuantity <= 0)
    throw new ShopError("out_of_stock", "Out of Stock", { fields: { quantity: ["Out of Stock"] } });
  return Math.min(requested, stockQuantity, MAX_LINE_QUANTITY);
}

/** Why a line holds less than was requested, in words for the shopper. */
export function limitMessage(name: string, quantity: number): string {
  return quantity === MAX_LINE_QUANTITY
    ? `A cart holds at most ${MAX_LINE_QUANTITY} of one product, so it now holds ${MAX_LINE_QUANTITY} of ${name}.`
    : `Only ${quantity} of ${name} can be bought now, so your cart holds ${quantity}.`;
}

/**
 * Stops quantities that no line can hold.
 * @throws ShopError `validation_failed`
 */
export function requireLineQuantity(quantity: number): void {
  if (Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_LINE_QUANTITY) return;
  const message = `Choose a quantity from 1 to ${MAX_LINE_QUANTITY}.`;
  throw new ShopError("validation_failed", message, { fields: { quantity: [message] } });
}

/** An enquiry that asks what delivery of a basket costs, to be completed and sent by its shopper. */
export function cartEnquiry(
  lines: readonly Pick<CartLineView, "name" | "quantity">[],
  { country, postcode = "" }: Place,
): { subject: string; message: string } {
  const place = [postcode.trim(), country.trim()].filter((part) => part !== "").join(", ");
  const items = lines.map(({ name, quantity }) => `${quantity} × ${name}`);
  return {
    subject: "What does delivery of my basket cost?",
    message: [
      `Please tell me what it costs to bring this to ${place === "" ? "the place below" : place}:`,
      ...items,
      ...(place === "" ? ["", "Postcode: "] : []),
    ].join("\n"),
  };
}

/** The contact page with that enquiry in it. */
export function cartEnquiryPath({ country, postcode = "" }: Place): string {
  const search = new URLSearchParams({ basket: "" });
  if (postcode.trim() !== "") search.set("postcode", postcode.trim());
  if (country.trim() !== "") search.set("country", country.trim());
  return `/contact?${search}`;
}

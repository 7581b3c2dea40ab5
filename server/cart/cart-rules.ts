import { ShopError } from "#server/core/errors.ts";

/** A line holds 1 to 99 of a product. */
export const MAX_LINE_QUANTITY = 99;

/** The quantity selector of a line offers 1 to 10. */
const SELECTABLE = 10;

/** The options of a line's selector: 1 to 10, and the line's own quantity when adding has made it larger. */
export function quantityChoices(current: number): number[] {
  const choices = Array.from({ length: SELECTABLE }, (_, index) => index + 1);
  return current > SELECTABLE ? [...choices, current] : choices;
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

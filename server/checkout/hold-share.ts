/** Units of one product that any address may keep from others while it pays: a household's order is always held. */
const LEAST_SHARE_UNITS = 10;
/** Of what there is more of, one address keeps this part at most. */
const SHARE_OF_STOCK = 0.5;

/** What is asked for of one product, and who else behind the same address is paying for some. */
interface Asked {
  quantity: number;
  stockQuantity: number;
  /** Units that other checkouts of the address keep from everybody. */
  heldByAddress: number;
}

/** What a checkout keeps from everybody else, and what only from others behind its own address. */
interface DividedHold {
  quantity: number;
  beyondShare: number;
}

/**
 * How much of what is asked for is kept from other people while it is being paid. Beyond its share an address still
 * buys whatever is there; it only cannot keep it from others without paying (docs/decisions/039-holds-have-an-end.md).
 */
export function divideHold({ quantity, stockQuantity, heldByAddress }: Asked): DividedHold {
  const share = Math.max(LEAST_SHARE_UNITS, Math.ceil(stockQuantity * SHARE_OF_STOCK));
  const held = Math.min(quantity, Math.max(0, share - heldByAddress));
  return { quantity: held, beyondShare: quantity - held };
}

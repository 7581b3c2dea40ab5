/**
 * Spec section 9, community: kilograms of CO2 for each pound spent. In pence, hence the hundred.
 */
const CO2_KG_PER_POUND = 0.36;

/** Kilograms of CO2, to one decimal. */
export function co2OfSpending(pence: number): number {
  return Math.round((pence / 100) * CO2_KG_PER_POUND * 10) / 10;
}

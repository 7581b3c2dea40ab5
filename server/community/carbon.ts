/** Kilograms of CO2 for each pound spent, in hundredths, so that sums stay whole numbers. */
export const CO2_KG_PER_100_POUNDS = 36;

/** Kilograms of CO2 for pence spent, to one decimal. */
export function co2OfSpending(pence: number): number {
  return Math.round((pence * CO2_KG_PER_100_POUNDS) / 1000) / 10;
}

const DAYS_OF_A_YEAR = 365;

/** The daily impact is the total CO2 ÷ 365, in kilograms to one decimal. */
export function dailyImpactOf(totalCo2Kg: number): number {
  return Math.round((totalCo2Kg / DAYS_OF_A_YEAR) * 10) / 10;
}

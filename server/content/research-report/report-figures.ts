import { CO2_KG_PER_KG_OF_BIOCHAR, travelFactors as factors } from "#server/calculators/carbon-offset.ts";
import { retailYears } from "#server/community/retail-years.ts";

/** The figures that the papers and the science page print: those of the calculator and of the community page. */
export const CO2_PER_KG_BIOCHAR = CO2_KG_PER_KG_OF_BIOCHAR;
export { ANNUAL_FOOTPRINT_KG } from "#server/calculators/carbon-offset.ts";

/** Kilograms of CO2 for each kilometre. */
export const travelFactors = factors.map(({ by, kgPerKm }) => ({
  label: by.charAt(0).toUpperCase() + by.slice(1),
  factor: kgPerKm,
}));

/** Retail biochar in kilograms, with the share that is stated beside it. */
export const yearlySales = retailYears.map(({ year, kg, share }) => ({
  year: String(year),
  kilograms: kg,
  share: `${share}%`,
}));

/** Molecular weight of CO2 over that of carbon. */
export const CO2_PER_KG_CARBON = 44 / 12;
/** "Carbon over 80%". */
export const STATED_CARBON_SHARE = 0.8;
/** Carbon left after 100 years at the 0.3% a year of the EBC's sink guideline (docs/rules.md#content-2). */
export const SHARE_AFTER_100_YEARS = 0.74;

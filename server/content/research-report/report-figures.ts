/** The figures the report prints, as spec section 9 states them. */
export const CO2_PER_KG_BIOCHAR = 3.6;
export const ANNUAL_FOOTPRINT_KG = 12_000;

/** Kilograms of CO2 for each kilometre. */
export const travelFactors = [
  { label: "Car", factor: 0.12 },
  { label: "Short-haul flight", factor: 0.255 },
  { label: "Train", factor: 0.041 },
  { label: "Bus", factor: 0.105 },
  { label: "Ferry", factor: 0.18 },
] as const;

/** Retail biochar in kilograms, with the share that is stated beside it. */
export const yearlySales = [
  { year: "2019", kilograms: 1958, share: "10%" },
  { year: "2020", kilograms: 2937, share: "15%" },
  { year: "2021", kilograms: 1371, share: "7%" },
  { year: "2022", kilograms: 3916, share: "20%" },
  { year: "2023", kilograms: 5287, share: "27%" },
  { year: "2024", kilograms: 6070, share: "31%" },
] as const;

/** Molecular weight of CO2 over that of carbon. */
export const CO2_PER_KG_CARBON = 44 / 12;
/** "Carbon over 80%". */
export const STATED_CARBON_SHARE = 0.8;
/** Carbon left after 100 years at the 0.3% a year of the EBC's sink guideline (resolution C11). */
export const SHARE_AFTER_100_YEARS = 0.74;

/** A figure that the site states, what it means, and where it comes from (docs/rules.md#content-1). */
export interface Claim {
  figure: string;
  says: string;
  source: string;
}

/** Set where the figure is the shop's own, which nobody outside has verified. */
const OWN_COUNT = "Our own count, stated November 2026; not checked by anybody outside";
const OWN_MEASURE = "Our own statement for our biochar";

/** The figures as the pages print them. A change here applies everywhere. */
export const claims = {
  moisture: { figure: "under 18%", says: "moisture of the wood before it is heated", source: OWN_MEASURE },
  kiln: { figure: "450–550°C", says: "temperature at which we make biochar", source: OWN_MEASURE },
  kilnRange: {
    figure: "350–700°C",
    says: "range of temperatures at which biochar is made",
    source: "The range that research describes",
  },
  carbon: { figure: "over 80%", says: "of our biochar is carbon", source: OWN_MEASURE },
  ph: { figure: "7.5–9.0", says: "pH, slightly to clearly alkaline", source: OWN_MEASURE },
  water: {
    figure: "+15–20%",
    says: "water held by soil with biochar in it",
    source: "Our own statement; a review of many trials found 15.1% on average (source 1)",
  },
  ebcCarbon: {
    figure: "at least 50%",
    says: "carbon, for the certificate",
    source: "As we state the EBC's limit",
  },
  ebcAsh: { figure: "at most 3%", says: "ash, for the certificate", source: "As we state the EBC's limit" },
  gardenRate: { figure: "10–20%", says: "by volume in garden soil", source: "Our own advice" },
  pottingRate: { figure: "5–15%", says: "by volume in potting mixes", source: "Our own advice" },
  mixRate: {
    figure: "5–10%",
    says: "by volume, the mix we recommend for most purposes",
    source: "Our own advice",
  },
  co2PerKilogram: {
    figure: "2.5–3.7 kg",
    says: "of CO₂ for each kilogram of biochar, gross",
    source: "Worked out from the share of carbon, as the science page shows",
  },
  co2PerPound: {
    figure: "2.5 kg",
    says: "of CO₂ for each £1 spent with us, gross",
    source: `${OWN_COUNT}. The community page counts 0.36 kg for each £1`,
  },
  projects: { figure: "100+", says: "projects", source: OWN_COUNT },
  tonnes: { figure: "500+", says: "tonnes of CO₂, gross", source: OWN_COUNT },
  partnerships: { figure: "20+", says: "partnerships", source: OWN_COUNT },
  sold: { figure: "19,580 kg", says: "of retail biochar sold since 2019", source: OWN_COUNT },
  soldCo2: {
    figure: "70,488 kg",
    says: "of CO₂ held in it, gross",
    source: "19,580 kg of biochar at 3.6 kg of CO₂ for each kilogram",
  },
} as const satisfies Record<string, Claim>;

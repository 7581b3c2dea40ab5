/** A figure that the site states, what it means, and where it comes from (docs/rules.md#content-1). */
export interface Claim {
  figure: string;
  says: string;
  source: string;
  /** ISO date on which somebody last checked it; "" where nobody of this shop has. */
  checkedOn: string;
}

/** Set where the figure is the shop's own, which nobody outside has verified. */
const OWN_COUNT = "Our own count, stated November 2026; not checked by anybody outside";
const OWN_MEASURE = "Our own statement for our biochar";

const claim = (figure: string, says: string, source: string) => ({ figure, says, source });

/** What a new shop states. */
const shipped = {
  moisture: claim("under 18%", "moisture of the wood before it is heated", OWN_MEASURE),
  kiln: claim("450–550°C", "temperature at which we make biochar", OWN_MEASURE),
  kilnRange: claim(
    "350–700°C",
    "range of temperatures at which biochar is made",
    "The range that research describes",
  ),
  carbon: claim("over 80%", "of our biochar is carbon", OWN_MEASURE),
  ph: claim("7.5–9.0", "pH, slightly to clearly alkaline", OWN_MEASURE),
  water: claim(
    "+15–20%",
    "water held by soil with biochar in it",
    "Our own statement; a review of many trials found 15.1% on average (source 1)",
  ),
  ebcCarbon: claim("at least 50%", "carbon, for the certificate", "As we state the EBC's limit"),
  ebcAsh: claim("at most 3%", "ash, for the certificate", "As we state the EBC's limit"),
  gardenRate: claim("10–20%", "by volume in garden soil", "Our own advice"),
  pottingRate: claim("5–15%", "by volume in potting mixes", "Our own advice"),
  mixRate: claim("5–10%", "by volume, the mix we recommend for most purposes", "Our own advice"),
  litresPerKilogram: claim(
    "4 litres",
    "filled by a kilogram of dry biochar, as our calculator reckons",
    "Our assumption; nobody has measured it",
  ),
  co2PerKilogram: claim(
    "2.5–3.7 kg",
    "of CO₂ for each kilogram of biochar, gross",
    "Worked out from the share of carbon, as the science page shows",
  ),
  co2PerPound: claim(
    "2.5 kg",
    "of CO₂ for each £1 spent with us, gross",
    `${OWN_COUNT}. The community page counts 0.36 kg for each £1`,
  ),
  projects: claim("100+", "projects", OWN_COUNT),
  tonnes: claim("500+", "tonnes of CO₂, gross", OWN_COUNT),
  partnerships: claim("20+", "partnerships", OWN_COUNT),
  sold: claim("19,580 kg", "of retail biochar sold since 2019", OWN_COUNT),
  soldCo2: claim(
    "70,488 kg",
    "of CO₂ held in it, gross",
    "19,580 kg of biochar at 3.6 kg of CO₂ for each kilogram",
  ),
};

export type ClaimKey = keyof typeof shipped;

/** Every claim by its name, in the order of the science page. */
export type Claims = Record<ClaimKey, Claim>;

export const claimKeys = Object.keys(shipped).filter((key): key is ClaimKey => key in shipped);

/** What was sold to private customers in a year, as the site states it. */
interface RetailYear {
  year: number;
  kg: number;
  /** Percent, as stated. */
  share: number;
}

/**
 * Stated, not computed: the years come to more than the headline of 19,580 kg and their shares to more than 100%, so
 * each stands for itself, without a sum (docs/rules.md#content-1).
 */
const shippedYears: readonly RetailYear[] = [
  { year: 2019, kg: 1958, share: 10 },
  { year: 2020, kg: 2937, share: 15 },
  { year: 2021, kg: 1371, share: 7 },
  { year: 2022, kg: 3916, share: 20 },
  { year: 2023, kg: 5287, share: 27 },
  { year: 2024, kg: 6070, share: 31 },
];

/** What the shop says about its biochar. */
export interface Statements {
  claims: Claims;
  retailYears: readonly RetailYear[];
}

/** What of it the owner has put in the place of what the shop came with. */
export type SavedStatements = Partial<{
  claims: Partial<Claims>;
  retailYears: RetailYear[];
}>;

/** What the site states: what it came with, overridden by what the owner saved. */
export function statementsOf(saved: SavedStatements = {}): Statements {
  const claims = Object.fromEntries(
    claimKeys.map((key) => [key, { ...shipped[key], checkedOn: "", ...saved.claims?.[key] }]),
  ) as Claims;
  return { claims, retailYears: saved.retailYears ?? shippedYears };
}

/** What the site states of its sales, for the community page. */
export interface StatedSales {
  sold: Claim;
  soldCo2: Claim;
  retailYears: readonly RetailYear[];
}

export function statedSalesOf({ claims: { sold, soldCo2 }, retailYears }: Statements): StatedSales {
  return { sold, soldCo2, retailYears };
}

/** What a new shop states. */
export const shippedStatements: Statements = statementsOf();

/** Some figures alone, for pages that name no source beside them. */
export function figuresOf<Key extends ClaimKey>(claims: Claims, keys: readonly Key[]): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, claims[key].figure])) as Record<Key, string>;
}

/** The figures of the home page. */
export const homeFigures = [
  "moisture",
  "kiln",
  "carbon",
  "ebcCarbon",
  "ebcAsh",
  "projects",
  "partnerships",
  "water",
  "ph",
  "co2PerKilogram",
] as const satisfies ClaimKey[];

/** The figures of a product's page. */
export const productFigures = ["kiln", "carbon", "gardenRate", "pottingRate"] as const satisfies ClaimKey[];

export type HomeFigures = Record<(typeof homeFigures)[number], string>;
export type ProductFigures = Record<(typeof productFigures)[number], string>;

/** The first number in a figure: 19580 of "19,580 kg", 80 of "over 80%". */
export function numberOf({ figure }: Pick<Claim, "figure">): number {
  return Number(/\d[\d,]*(\.\d+)?/.exec(figure)?.[0].replaceAll(",", "") ?? Number.NaN);
}

/** Both ends of a figure that is a range: 450 and 550 of "450–550°C"; one number twice where it is none. */
export function rangeOf({ figure }: Pick<Claim, "figure">): { from: number; to: number } {
  const [from = Number.NaN, to = from] = [...figure.matchAll(/\d+(\.\d+)?/g)].map(([number]) =>
    Number(number),
  );
  return { from, to };
}

/** What differs from what the shop came with: only that is kept. */
export function savedStatementsOf(statements: Statements): SavedStatements {
  const changed = claimKeys.filter(
    (key) =>
      JSON.stringify(inOrder(statements.claims[key])) !==
      JSON.stringify(inOrder(shippedStatements.claims[key])),
  );
  return {
    claims: Object.fromEntries(changed.map((key) => [key, inOrder(statements.claims[key])])),
    ...(JSON.stringify(statements.retailYears) === JSON.stringify(shippedYears)
      ? {}
      : { retailYears: [...statements.retailYears] }),
  };
}

function inOrder({ figure, says, source, checkedOn }: Claim): Claim {
  return { figure, says, source, checkedOn };
}

/** Kilograms of CO2 that the community page counts for each pound. */
const COMMUNITY_CO2_PER_POUND = 0.36;
/** The molecular weight of CO2 divided by that of carbon: what a kilogram of pure carbon binds. */
const CO2_PER_KG_CARBON = 44 / 12;
const KG_PER_TONNE = 1000;
/** Figures are rounded where they are stated. */
const ROUNDING = 0.01;

const count = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });

/** Where the sales by year and the total since then say different things; null where they agree. */
export function salesThatDisagree({ claims, retailYears }: Statements): string | null {
  const total = numberOf(claims.sold);
  const kilograms = retailYears.reduce((sum, { kg }) => sum + kg, 0);
  const shares = retailYears.reduce((sum, { share }) => sum + share, 0);
  const problems = [
    !areSame(kilograms, total) &&
      `The stated kilograms by year add up to ${count.format(kilograms)}, beside a total of ${claims.sold.figure}.`,
    retailYears.length > 0 &&
      !areSame(shares, 100) &&
      `The shares of the years add up to ${count.format(shares)}%.`,
  ];
  return sentencesOf(problems);
}

/** Where the claims about CO2 contradict each other, or nature; null where they do not. */
export function co2ClaimsThatDisagree({ claims }: Statements): string | null {
  const soldCo2 = numberOf(claims.soldCo2);
  const perKilogram = soldCo2 / numberOf(claims.sold);
  const possible = (numberOf(claims.carbon) / 100) * CO2_PER_KG_CARBON;
  const perPound = numberOf(claims.co2PerPound);
  const tonnes = numberOf(claims.tonnes);
  const problems = [
    !areSame(tonnes * KG_PER_TONNE, soldCo2) &&
      `The site states ${claims.tonnes.figure} tonnes of CO2, and ${claims.soldCo2.figure} in what was sold.`,
    !areSame(perPound, COMMUNITY_CO2_PER_POUND) &&
      `It states ${claims.co2PerPound.figure} for each £1, and the community page counts ${COMMUNITY_CO2_PER_POUND} kg.`,
    perKilogram > possible * (1 + ROUNDING) &&
      `The CO2 in what was sold is ${count.format(perKilogram)} kg for each kilogram of biochar; at ${claims.carbon.figure} carbon a kilogram binds about ${count.format(possible)}.`,
  ];
  const found = sentencesOf(problems);
  return found && `${found} Green claims must be true and provable: check them with whoever certifies you.`;
}

function areSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(Math.abs(one), Math.abs(other)) * ROUNDING;
}

function sentencesOf(problems: readonly (string | false)[]): string | null {
  const found = problems.filter((problem) => problem !== false);
  return found.length === 0 ? null : found.join(" ");
}

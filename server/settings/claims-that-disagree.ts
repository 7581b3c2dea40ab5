import { numberOf, type Statements } from "./claims.ts";

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

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
export const retailYears: readonly RetailYear[] = [
  { year: 2019, kg: 1958, share: 10 },
  { year: 2020, kg: 2937, share: 15 },
  { year: 2021, kg: 1371, share: 7 },
  { year: 2022, kg: 3916, share: 20 },
  { year: 2023, kg: 5287, share: 27 },
  { year: 2024, kg: 6070, share: 31 },
];

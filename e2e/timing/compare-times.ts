/** The response times of one endpoint, in milliseconds: the two requests of one pair at each place. */
export interface PairedTimes {
  there: readonly number[];
  notThere: readonly number[];
}

export interface ComparedTimes {
  pairs: number;
  /** Medians, in milliseconds. */
  there: number;
  notThere: number;
  /** The difference of the medians: how much longer the response takes for something that exists. */
  difference: number;
  /** Half the interval in which the pairs' median difference lies with 95%: smaller ones would not have been seen. */
  margin: number;
  /** The probability that chance alone makes the pairs differ as much (Wilcoxon's signed-rank test, two-sided). */
  p: number;
}

export function compareTimes({ there, notThere }: PairedTimes): ComparedTimes {
  const differences = there.map((time, pair) => time - (notThere[pair] ?? Number.NaN));
  const medians = { there: medianOf(there), notThere: medianOf(notThere) };
  return {
    pairs: there.length,
    ...medians,
    difference: medians.there - medians.notThere,
    margin: marginOfMedian(differences),
    p: signedRankProbability(differences),
  };
}

/** By order statistics: 1.96 standard deviations of a binomial count on either side of the middle. */
function marginOfMedian(differences: readonly number[]): number {
  const sorted = differences.toSorted((one, other) => one - other);
  const outside = Math.max(0, Math.floor(sorted.length / 2 - 0.98 * Math.sqrt(sorted.length)));
  const [low, high] = [sorted[outside], sorted[sorted.length - 1 - outside]];
  return low === undefined || high === undefined ? Number.NaN : (high - low) / 2;
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/**
 * Wilcoxon's signed-rank test of paired differences against none, two-sided, by its normal approximation with the
 * corrections for ties and continuity (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3rd ed., 3.1),
 * good from some twenty pairs on. It asks nothing of how the times are distributed, and what a whole pair waited for
 * (another process, a job) falls out of it.
 */
export function signedRankProbability(differences: readonly number[]): number {
  const ranked = differences
    .filter((difference) => difference !== 0)
    .toSorted((one, other) => Math.abs(one) - Math.abs(other));
  const count = ranked.length;
  if (count === 0) return 1;
  let positive = 0;
  let ties = 0;
  for (let from = 0; from < count; ) {
    let to = from;
    while (to < count && Math.abs(ranked[to] ?? 0) === Math.abs(ranked[from] ?? 0)) to += 1;
    // Equal sizes share the mean of their ranks, from + 1 to `to`.
    const rank = (from + 1 + to) / 2;
    positive += rank * ranked.slice(from, to).filter((difference) => difference > 0).length;
    const size = to - from;
    ties += size ** 3 - size;
    from = to;
  }
  const mean = (count * (count + 1)) / 4;
  const variance = (count * (count + 1) * (2 * count + 1)) / 24 - ties / 48;
  const distance = Math.max(0, Math.abs(positive - mean) - 0.5);
  return Math.min(1, 2 * upperTail(distance / Math.sqrt(variance)));
}

/**
 * How much of a normal distribution lies above z, for z from 0 on, also far out: with a relative error below 1.2e-7
 * (Press and others, Numerical Recipes, 2nd ed., 6.2, `erfcc`). Libraries' tables end at three.
 */
function upperTail(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const coefficients = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196,
    1.00002368, -1.26551223,
  ];
  const polynomial = coefficients.reduce((sum, coefficient) => sum * t + coefficient, 0);
  return (t * Math.exp(-x * x + polynomial)) / 2;
}

/** The tabs of the Community Impact Hub, the first by default. */
const communityTabs = ["leaderboard", "achievements"] as const;

export type CommunityTab = (typeof communityTabs)[number];

/** Reads `view` from an address; anything unknown is the leaderboard. */
export function parseCommunityTab(search: URLSearchParams): CommunityTab {
  return communityTabs.find((tab) => tab === search.get("view")) ?? "leaderboard";
}

/** A row of the leaderboard: nothing in it says who it is. */
export interface LeaderboardEntry {
  /** Counts from 1. */
  rank: number;
  /** Initials and a locality: 'MA, United Kingdom'. */
  customerName: string;
  /** Kilograms, to one decimal. */
  totalCO2Sequestered: number;
  /** Ids of the achievements, in the order of their table. */
  achievements: string[];
}

/** The Community Impact Hub. */
export interface CommunityImpact {
  /** Kilograms, to one decimal, as is the daily impact. */
  totalCO2Sequestered: number;
  dailyImpact: number;
  totalOrders: number;
  totalCustomers: number;
  /** The ten highest. */
  leaderboard: LeaderboardEntry[];
  /** How many customers have each achievement, by its id. */
  holders: Record<string, number>;
}

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

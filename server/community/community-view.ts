/** The tabs of the Community Impact Hub, the first by default. */
const communityTabs = ["leaderboard", "achievements"] as const;

export type CommunityTab = (typeof communityTabs)[number];

/** Reads `view` from an address; anything unknown is the leaderboard. */
export function parseCommunityTab(search: URLSearchParams): CommunityTab {
  return communityTabs.find((tab) => tab === search.get("view")) ?? "leaderboard";
}

/** A row of the leaderboard; it does not identify anybody. */
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

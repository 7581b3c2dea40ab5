/** The tabs of the Community Impact Hub, the first by default. */
const communityTabs = ["leaderboard", "achievements"] as const;

export type CommunityTab = (typeof communityTabs)[number];

/** Reads `view` from an address; anything unknown is the leaderboard. */
export function parseCommunityTab(search: URLSearchParams): CommunityTab {
  return communityTabs.find((tab) => tab === search.get("view")) ?? "leaderboard";
}

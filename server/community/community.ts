/** The tabs of the Community Impact Hub, the first by default. */
const communityTabs = ["leaderboard", "achievements"] as const;

export type CommunityTab = (typeof communityTabs)[number];

/** Reads `view` from an address; anything unknown is the leaderboard. */
export function parseCommunityTab(search: URLSearchParams): CommunityTab {
  return communityTabs.find((tab) => tab === search.get("view")) ?? "leaderboard";
}

/** Kilograms of CO2 for each pound spent, in hundredths, so that sums stay whole numbers. */
const CO2_KG_PER_100_POUNDS = 36;

/** Kilograms of CO2 for pence spent, to one decimal. */
export function co2OfSpending(pence: number): number {
  return Math.round((pence * CO2_KG_PER_100_POUNDS) / 1000) / 10;
}

const DAYS_OF_A_YEAR = 365;

/** The daily impact is the total CO2 ÷ 365, in kilograms to one decimal. */
export function dailyImpactOf(totalCo2Kg: number): number {
  return Math.round((totalCo2Kg / DAYS_OF_A_YEAR) * 10) / 10;
}

/** The icons and colours that a badge may have; the page decides how they look. */
type AchievementIcon = "sprout" | "leaf" | "trees" | "mountain" | "globe" | "heart" | "award";
type AchievementColour = "moss" | "lake" | "clay";

/** The achievements, and what each requires. */
export interface Achievement {
  id: string;
  name: string;
  description: string;
  icon: AchievementIcon;
  /** Orders, or kilograms of CO2, as the category says. */
  requirement: number;
  category: "orders" | "co2";
  color: AchievementColour;
}

/** In the order in which the page shows them. */
export const achievements: readonly Achievement[] = [
  {
    id: "earth-warrior",
    name: "Earth Warrior",
    description: "Placed a first order",
    icon: "sprout",
    requirement: 1,
    category: "orders",
    color: "moss",
  },
  {
    id: "carbon-saver",
    name: "Carbon Saver",
    description: "100 kg of CO₂ in the ground",
    icon: "leaf",
    requirement: 100,
    category: "co2",
    color: "moss",
  },
  {
    id: "eco-champion",
    name: "Eco Champion",
    description: "500 kg of CO₂ in the ground",
    icon: "trees",
    requirement: 500,
    category: "co2",
    color: "moss",
  },
  {
    id: "climate-hero",
    name: "Climate Hero",
    description: "1,000 kg of CO₂ in the ground",
    icon: "mountain",
    requirement: 1000,
    category: "co2",
    color: "lake",
  },
  {
    id: "earth-guardian",
    name: "Earth Guardian",
    description: "2,000 kg of CO₂ in the ground",
    icon: "globe",
    requirement: 2000,
    category: "co2",
    color: "lake",
  },
  {
    id: "loyal-supporter",
    name: "Loyal Supporter",
    description: "Placed five orders",
    icon: "heart",
    requirement: 5,
    category: "orders",
    color: "clay",
  },
  {
    id: "green-champion",
    name: "Green Champion",
    description: "5,000 kg of CO₂ in the ground",
    icon: "award",
    requirement: 5000,
    category: "co2",
    color: "clay",
  },
];

/** The sums of a customer's paid orders. */
export interface CustomerSums {
  orders: number;
  /** Pence, less refunds. */
  spent: number;
}

/** What a customer needs for an achievement: the one rule, for JavaScript and for SQL. Whole numbers on both sides. */
export function thresholdOf({ category, requirement }: Achievement): Partial<CustomerSums> {
  if (category === "orders") return { orders: requirement };
  return { spent: Math.ceil((requirement * 100 * 100) / CO2_KG_PER_100_POUNDS) };
}

/** The achievements of a customer, in the order of the table. */
export function achievementsOf({ orders, spent }: CustomerSums): Achievement[] {
  return achievements.filter((achievement) => {
    const threshold = thresholdOf(achievement);
    return orders >= (threshold.orders ?? 0) && spent >= (threshold.spent ?? 0);
  });
}

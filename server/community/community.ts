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

/** What a customer may achieve by so many orders, or by so many kilograms of CO2. The page decides how it looks. */
const table = [
  { name: "Earth Warrior", icon: "sprout", color: "moss", orders: 1, done: "Placed a first order" },
  { name: "Carbon Saver", icon: "leaf", color: "moss", co2Kg: 100 },
  { name: "Eco Champion", icon: "trees", color: "moss", co2Kg: 500 },
  { name: "Climate Hero", icon: "mountain", color: "lake", co2Kg: 1000 },
  { name: "Earth Guardian", icon: "globe", color: "lake", co2Kg: 2000 },
  { name: "Loyal Supporter", icon: "heart", color: "clay", orders: 5, done: "Placed five orders" },
  { name: "Green Champion", icon: "award", color: "clay", co2Kg: 5000 },
] as const;

/** In the order in which the page shows them. */
export const achievements = table.map((row) => ({
  id: row.name.toLowerCase().replace(" ", "-"),
  name: row.name,
  description: "done" in row ? row.done : `${row.co2Kg.toLocaleString("en-GB")} kg of CO₂ in the ground`,
  icon: row.icon,
  /** Orders, or kilograms of CO2, as the category says. */
  requirement: "orders" in row ? row.orders : row.co2Kg,
  category: "orders" in row ? ("orders" as const) : ("co2" as const),
  color: row.color,
}));

export type Achievement = (typeof achievements)[number];

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

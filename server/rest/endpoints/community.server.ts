import { z } from "zod";
import { achievements } from "#server/community/achievements.ts";
import { findCommunityImpact } from "#server/community/find-community-impact.server.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";
import { communityExample, leaderboardEntryExample } from "#server/rest/shape-examples.ts";

const achievementId = z.enum(achievements.map(({ id }) => id));

const kilograms = (description: string) => z.number().min(0).meta({ description });

const leaderboardEntrySchema = z
  .strictObject({
    rank: z.int().min(1),
    customerName: z.string().meta({ description: "Initials and a locality, never a name or an address." }),
    totalCO2Sequestered: kilograms("Kilograms, to one decimal: the pounds spent × 0.36."),
    achievements: z.array(achievementId),
  })
  .openapi("LeaderboardEntry", { examples: [leaderboardEntryExample] });

const communitySchema = z
  .strictObject({
    totalCO2Sequestered: kilograms("Kilograms, to one decimal."),
    dailyImpact: kilograms("The total ÷ 365, in kilograms to one decimal."),
    totalOrders: z
      .int()
      .min(0)
      .meta({ description: "Paid orders, without those cancelled or given back whole." }),
    totalCustomers: z.int().min(0),
    leaderboard: z.array(leaderboardEntrySchema),
    achievements: z.array(
      z.strictObject({
        id: achievementId,
        name: z.string(),
        description: z.string(),
        icon: z.string(),
        requirement: z.int().min(1).meta({ description: "Orders, or kilograms of CO2." }),
        category: z.enum(["orders", "co2"]),
        color: z.string(),
        holders: z.int().min(0).meta({ description: "How many customers have it." }),
      }),
    ),
  })
  .openapi("Community", { examples: [communityExample] });

/** In place of the orders of staff, which the page once read (docs/rules.md#rest-4). */
export const getCommunity = defineEndpoint({
  method: "GET",
  path: "/api/community",
  summary: "The Community Impact Hub: totals, the leaderboard without names, achievements",
  permission: "public",
  caching: "public",
  responses: { 200: { description: "What all paid orders come to", schema: communitySchema } },
  answer: async ({ context }) => {
    const { holders, ...impact } = await findCommunityImpact(context);
    return reply(200, {
      ...impact,
      achievements: achievements.map((achievement) => ({
        ...achievement,
        holders: holders[achievement.id] ?? 0,
      })),
    });
  },
});

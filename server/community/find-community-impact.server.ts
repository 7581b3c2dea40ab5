import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { achievements, achievementsOf } from "./achievements.ts";
import { co2OfSpending, dailyImpactOf } from "./carbon.ts";
import type { CommunityImpact, LeaderboardEntry } from "./community-view.ts";
import { addressesToAddUp, impactSums, TALLY, tallyGain } from "./impact-sums.ts";

/** Used where nothing more precise may be shown. */
const SOMEWHERE = "UK";

/** A UK postcode, whole or its first half; anything else with a digit in it reveals too much, too. */
const postcode = /^([a-z]{1,2}\d[a-z\d]?( ?\d[a-z]{2})?|gir ?0aa)$/i;

/**
 * The end of a street's or a house's name: staff type addresses by hand, and a street without a number looks like a
 * town. Only words that no town's name ends in: not "Green" (Bethnal Green) nor "Street" (Chester-le-Street).
 */
const street =
  /(^|\s)(apartment|avenue|ave|bungalow|cottage|crescent|drive|flat|house|lane|lodge|mews|rectory|road|rd|terrace|unit|vicarage)\.?$/i;

/**
 * The last part of the address that is not a postcode and does not start with a digit, else 'UK'. A part that ends
 * like a street or contains a digit or an @ becomes 'UK', too, since the leaderboard shows no address.
 */
export function localityOf(customerAddress: string): string {
  const parts = customerAddress
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const locality = parts.findLast((part) => !postcode.test(part) && !/^\d/.test(part));
  if (locality === undefined || /[\d@]/.test(locality) || street.test(locality)) return SOMEWHERE;
  return locality;
}

/** The first letters of a name's first and last word, in capitals: 'MA'. */
export function initialsOf(customerName: string): string {
  const words = customerName.match(/[\p{L}\p{M}][\p{L}\p{M}'’-]*/gu) ?? [];
  const shown = words.length > 1 ? [words[0], words.at(-1)] : words;
  return shown.map((word) => [...(word ?? "")][0]?.toLocaleUpperCase("en-GB")).join("") || "?";
}

/** A customer as the community sees them. */
export function displayNameOf(customerName: string, customerAddress: string): string {
  return `${initialsOf(customerName)}, ${localityOf(customerAddress)}`;
}

/** The length of the leaderboard. */
const LEADERS = 10;

const figureSchema = z.object({ name: z.string(), value: z.number() });

/**
 * The Community Impact Hub, for everybody: exact at any moment, from the stored sums and the few customers noted
 * since. No name, address or email leaves here (docs/rules.md#community-1).
 */
export async function findCommunityImpact({ em }: Context): Promise<CommunityImpact> {
  const rows = await rawRows(
    em,
    figureSchema,
    `with ${impactSums(addressesToAddUp)}
     select name, sum(value)::float8 as value
     from (select name, value from community_tally union all select * from ${tallyGain} gain) figures group by name`,
  );
  const figures = new Map(rows.map(({ name, value }) => [name, value]));
  const figure = (name: string) => figures.get(name) ?? 0;
  const totalCO2Sequestered = co2OfSpending(figure(TALLY.spent));
  return {
    totalCO2Sequestered,
    dailyImpact: dailyImpactOf(totalCO2Sequestered),
    totalOrders: figure(TALLY.orders),
    totalCustomers: figure(TALLY.customers),
    leaderboard: await findLeaders(em),
    holders: Object.fromEntries(achievements.map(({ id }) => [id, figure(id)])),
  };
}

const leaderSchema = z.object({
  orders: z.number(),
  spent: z.number(),
  customerName: z.string(),
  customerAddress: z.string(),
});

async function findLeaders(em: Context["em"]): Promise<LeaderboardEntry[]> {
  const rows = await rawRows(
    em,
    leaderSchema,
    `with ${impactSums(addressesToAddUp)},
     ranked as (
       (select email, orders, spent, last_order_id from customer_impact
        where is_shown and email not in (select email from changed) order by spent desc, email limit ${LEADERS})
       union all
       select email, orders, spent, last_order_id from fresh where is_shown
     )
     select orders, spent::float8 as spent, customer_name as "customerName", customer_address as "customerAddress"
     from ranked join customer_order on customer_order.id = ranked.last_order_id
     order by ranked.spent desc, ranked.email limit ${LEADERS}`,
  );
  return rows.map(({ orders, spent, customerName, customerAddress }, index) => ({
    rank: index + 1,
    customerName: displayNameOf(customerName, customerAddress),
    totalCO2Sequestered: co2OfSpending(spent),
    achievements: achievementsOf({ orders, spent }).map(({ id }) => id),
  }));
}

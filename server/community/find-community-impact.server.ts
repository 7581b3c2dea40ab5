import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { rawRow, rawRows } from "#server/core/typed-sql.server.ts";
import { achievements, achievementsOf, co2OfSpending, dailyImpactOf, thresholdOf } from "./community.ts";

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

const figuresSchema = z.object({ customers: z.number(), orders: z.number(), spent: z.number() });

const renewalSchema = z.object({ at: z.string().nullable() });

/**
 * The Community Impact Hub, for everybody, as of some minutes ago. No name, address or email leaves here
 * (docs/rules.md#community-1).
 */
export async function findCommunityImpact({ em }: Context) {
  const { at } = await rawRow(em, renewalSchema, "select at::text from figures_as_of");
  // What the paid orders of each address come to, as of the last renewal; before there was one, from the orders.
  const customers = at === null ? "impact_of_customer" : "customer_impact";
  const figures = at === null ? await addUp(em, customers) : await addedUp(em, at);
  const totalCO2Sequestered = co2OfSpending(figures.spent);
  return {
    totalCO2Sequestered,
    dailyImpact: dailyImpactOf(totalCO2Sequestered),
    totalOrders: figures.orders,
    totalCustomers: figures.customers,
    leaderboard: await findLeaders(em, customers),
    /** How many customers have each achievement, by its id. */
    holders: Object.fromEntries(achievements.map(({ id }, index) => [id, figures[`holders_${index}`] ?? 0])),
  };
}

/** Sums of CO2 are kilograms, to one decimal. */
export type CommunityImpact = Awaited<ReturnType<typeof findCommunityImpact>>;

function addUp(em: Context["em"], customers: string) {
  const holders = achievements.map((achievement, index) => {
    const { orders = 0, spent = 0 } = thresholdOf(achievement);
    return `count(*) filter (where orders >= ${orders} and spent >= ${spent})::int as holders_${index}`;
  });
  return rawRow(
    em,
    figuresSchema.catchall(z.number()),
    `select count(*)::int as customers, coalesce(sum(orders), 0)::int as orders,
            coalesce(sum(spent), 0)::float8 as spent, ${holders.join(", ")}
     from ${customers}`,
  );
}

let cached: { renewal: string; figures: ReturnType<typeof addUp> } | undefined;

/** The sums of a renewal, over all customers: added up once, since anybody may ask for them as often as they like. */
function addedUp(em: Context["em"], at: string): ReturnType<typeof addUp> {
  const renewal = `${process.env.DATABASE_URL} ${at}`;
  if (cached?.renewal === renewal) return cached.figures;
  const figures = addUp(em, "customer_impact");
  const own = { renewal, figures };
  cached = own;
  figures.catch(() => {
    if (cached === own) cached = undefined;
  });
  return figures;
}

const leaderSchema = z.object({
  orders: z.number(),
  spent: z.number(),
  customerName: z.string(),
  customerAddress: z.string(),
});

/** Anyone who asked not to be shown, or was erased, is gone at once, however old the sums are. */
async function findLeaders(em: Context["em"], customers: string) {
  const rows = await rawRows(
    em,
    leaderSchema,
    `select orders, spent::float8 as spent, last.customer_name as "customerName",
            last.customer_address as "customerAddress"
     from ${customers} customer join customer_order last on last.id = customer.last_order_id
     where email not like '%@erased.invalid' and lower(last.customer_email) = email
       and not exists (select from user_account where lower(user_account.email) = customer.email and not show_on_leaderboard)
       and not exists (
         select from customer_order bought join user_account buyer on buyer.id = bought.customer_id
         where lower(bought.customer_email) = customer.email and not buyer.show_on_leaderboard
           and bought.paid_at is not null and bought.status <> 'cancelled'
       )
     order by customer.spent desc, email limit ${LEADERS}`,
  );
  return rows.map(({ orders, spent, customerName, customerAddress }, index) => ({
    rank: index + 1,
    customerName: displayNameOf(customerName, customerAddress),
    totalCO2Sequestered: co2OfSpending(spent),
    achievements: achievementsOf({ orders, spent }).map(({ id }) => id),
  }));
}

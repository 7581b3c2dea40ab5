import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces } from "#server/core/csv.ts";
import { monthOf } from "#server/core/shop-time.ts";
import { rawRow, rawRows } from "#server/core/typed-sql.server.ts";
import { type Figures, productSalesSince, readFigures, vatByDay } from "#server/orders/figures.server.ts";
import { type PackagingMaterial, packagingMaterials } from "#server/pricing/pack-facts.ts";

const weightSchema = z.object({ year: z.string(), material: z.enum(packagingMaterials), grams: z.number() });
const turnoverSchema = z.object({ year: z.string(), turnover: z.number() });
const unsaidSchema = z.object({ names: z.array(z.string()), count: z.number() });

/** Units by product and year: those that are sold, and those that came back and went into no stock. */
function unitsPutOnMarket(figures: Figures): string {
  return `(
    select left(sales_period_of(bought.created_at), 4) as year, product_id, returned_quantity - returned_to_stock as units
      from order_line line join customer_order bought on bought.id = line.order_id
     where returned_quantity > returned_to_stock
    union all
    select period as year, product_id, units from product_sales where length(period) = 4
    union all
    select left(period, 4), product_id, units from ${productSalesSince(figures)} changes
  )`;
}

const NAMES_SHOWN = 5;

/** Packaging by year and material: units sold, less those that came back into stock, times the packaging of today. */
export const findPackagingReport = read("reports.view", async (context: Context) => {
  const { em } = context;
  const figures = await readFigures(em);
  const weights = await rawRows(
    em,
    weightSchema,
    `select year, material, sum(units * grams::bigint)::float8 as grams
       from ${unitsPutOnMarket(figures)} sold
       join product on product.id = sold.product_id
       cross join lateral jsonb_each_text(product.packaging) around (material, grams)
      group by 1, 2`,
  );
  const turnovers = await rawRows(
    em,
    turnoverSchema,
    `select to_char(day, 'YYYY') as year,
            sum(case kind when 'credit' then -net_in_pounds else net_in_pounds end)::float8 as turnover
       from ${vatByDay(figures)} sums group by 1`,
  );
  const thisYear = monthOf(context.clock.now()).slice(0, 4);
  const years = new Set([thisYear, ...turnovers.map(({ year }) => year), ...weights.map(({ year }) => year)]);
  return {
    /** The newest first; the present year is always there. */
    years: [...years]
      .sort()
      .reverse()
      .map((year) => yearOf(year, weights, turnovers)),
    /** Products sold in the present year of whose packaging nobody has said anything: some names, and how many. */
    unsaid: await findUnsaid(context, figures, thisYear),
  };
});

export type PackagingReport = Awaited<ReturnType<typeof findPackagingReport>>;

/** The packaging around what was sold in a calendar year, less what came back into stock. */
export type PackagingYear = ReturnType<typeof yearOf>;

function yearOf(
  year: string,
  weights: readonly z.output<typeof weightSchema>[],
  turnovers: readonly z.output<typeof turnoverSchema>[],
) {
  const grams = Object.fromEntries(packagingMaterials.map((material) => [material, 0])) as Record<
    PackagingMaterial,
    number
  >;
  for (const weight of weights) if (weight.year === year) grams[weight.material] += weight.grams;
  return {
    year,
    grams,
    totalGrams: Object.values(grams).reduce((sum, each) => sum + each, 0),
    /** Net of VAT and of what was credited, in pence of a pound. */
    turnover: turnovers.find((each) => each.year === year)?.turnover ?? 0,
  };
}

function findUnsaid({ em }: Context, figures: Figures, year: string) {
  return rawRow(
    em,
    unsaidSchema,
    `with unsaid as (
       select product.name from ${unitsPutOnMarket(figures)} sold join product on product.id = sold.product_id
        where year = ? and product.packaging = '{}' group by product.id having sum(units) > 0
     )
     select array(select name from unsaid order by name limit ${NAMES_SHOWN}) as names,
            (select count(*)::int from unsaid) as count`,
    [year],
  );
}

const packagingCsvColumns = ["year", "material", "kilograms"] as const;

/** The table as a CSV file in pieces, a row for each year and material. */
export const exportPackagingReport = read(
  "reports.export",
  async (context: Context): Promise<AsyncGenerator<string>> => {
    const { years } = await findPackagingReport(context);
    const rows = years.flatMap(({ year, grams }) =>
      packagingMaterials.map((material) => [year, material, grams[material] / 1000]),
    );
    return csvPieces(packagingCsvColumns, [rows]);
  },
);

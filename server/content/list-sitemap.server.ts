import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { condition, isoTime, rawRows, typedSql } from "#server/core/typed-sql.server.ts";
import type { SitemapEntry } from "./sitemap.ts";

/** Most addresses in a part. The protocol allows 50,000 and 50 MB. */
const IDS_IN_A_PART = 10_000;

/** The tables with a page for each row. A part covers a range of ids, so that reading it needs no counting. */
const kinds = {
  products: { table: "product", folder: "/products/", name: "slug", shown: "archived_at is null" },
  issues: {
    table: "newsletter_issue",
    folder: "/newsletter/issues/",
    name: "slug",
    shown: "started_at is not null",
  },
  articles: { table: "blog_post", folder: "/blog/", name: "slug", shown: "status = 'published'" },
  batches: { table: "batch", folder: "/batches/", name: "code", shown: "true" },
} as const;

type Kind = keyof typeof kinds;

interface SitemapOptions {
  /** The pages that are not rows, by path. */
  pages: readonly string[];
  idsInAPart?: number;
}

const partSchema = z.object({ part: z.number(), changedAt: z.coerce.date() });

/** The parts of the sitemap with the last change in each. */
export async function listSitemapParts(
  context: Context,
  { idsInAPart = IDS_IN_A_PART }: Pick<SitemapOptions, "idsInAPart"> = {},
): Promise<SitemapEntry[]> {
  const parts: SitemapEntry[] = [{ path: "/sitemap/pages.xml" }];
  for (const [kind, { table, shown }] of Object.entries(kinds)) {
    const rows = await rawRows(
      context.em,
      partSchema,
      `select (id - 1) / ? + 1 as part, max(updated_at) as "changedAt" from ${table} where ${shown}
       group by 1 order by 1`,
      [idsInAPart],
    );
    parts.push(
      ...rows.map(({ part, changedAt }) => ({
        path: `/sitemap/${kind}-${part}.xml`,
        changedAt: changedAt.toISOString(),
      })),
    );
  }
  return parts;
}

/** The pages of a part by its file name; undefined when there is no such part. */
export async function listSitemapPart(
  context: Context,
  file: string,
  { pages, idsInAPart = IDS_IN_A_PART }: SitemapOptions,
): Promise<SitemapEntry[] | undefined> {
  if (file === "pages.xml") return pages.map((path) => ({ path }));
  const match = /^(products|articles|issues|batches)-([1-9]\d{0,5})\.xml$/.exec(file);
  if (!match) return undefined;
  const { table, folder, name, shown } = kinds[match[1] as Kind];
  const last = Number(match[2]) * idsInAPart;
  const rows = await typedSql(context.em)
    .selectFrom(table)
    // A part whose ids nobody has does not exist; that is not an error.
    .where(condition`${sql.raw(shown)} and id > ${last - idsInAPart}::bigint and id <= ${last}::bigint`)
    .orderBy("id")
    .select(({ ref }) => [sql.ref<string>(name).as("slug"), isoTime(ref("updated_at")).as("changedAt")])
    .execute();
  if (rows.length === 0) return undefined;
  return rows.map(({ slug, changedAt }) => ({ path: folder + slug, changedAt }));
}

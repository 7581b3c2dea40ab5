import { expect, it } from "vitest";
import { getOrm } from "./orm.server.ts";

const rows = <Row extends object>(statement: string, parameters: unknown[] = []) =>
  getOrm().em.fork().execute<Row[]>(statement, parameters);

it("the database tells every process of changes to what is cached and to staff's lists", async () => {
  const told = await rows<{ tells: string }>(
    `select distinct event_object_table || ': ' || (regexp_match(action_statement, '\\(''(.*)''\\)'))[1] as tells
       from information_schema.triggers where action_statement like '%tell_of_change(%' order by 1`,
  );
  expect(told.map(({ tells }) => tells)).toEqual([
    "batch: batches",
    "batch_analysis: batches",
    "blog_post: content",
    "customer_order: orders",
    "enquiry: enquiries",
    "failed_order: failed-orders",
    "faq_entry: content",
    "newsletter_issue: content",
    "product: catalogue",
    "product: stock",
    "refund: orders",
    "store_setting: settings",
    "withdrawal: orders",
  ]);
});

/** Columns that no cached page shows; the database makes some of them of others. */
const shownNowhere = {
  product: ["card_name", "created_at", "current_price", "found_by", "packaging", "updated_at", "version"],
  batch: [
    "created_at",
    "grams_allocated",
    "grams_left",
    "grams_stated",
    "grams_written_off",
    "id",
    "quarantine_reason",
    "updated_at",
    "version",
  ],
};

it.each(["product", "batch"] as const)(
  "every column of a %s that pages show tells of its change",
  async (table) => {
    const untold = await rows<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ?
     except select event_object_column from information_schema.triggered_update_columns
      where event_object_table = ? and trigger_name like 'tell_of_%' order by 1`,
      [table, table],
    );
    expect(untold.map(({ name }) => name)).toEqual(shownNowhere[table]);
  },
);

import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/** The last schema in which a batch had no certificate. */
const BEFORE = "Migration20261127032500";

it("of batches of before no certificate is stated, and everything else stays as it was", () =>
  withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    const [product] = await run<{ id: number }>(
      `insert into product (name, slug, description, price, category, image_url, stock_quantity)
       values ('Char', 'char', '', 1000, 'Garden', '', 9) returning id`,
    );
    await run(
      `insert into batch (code, product_id, made_on, feedstock, kiln_celsius, grams_made, credit_status, credits_issued_to)
       values ('OLD-A', $1, '2026-11-01', 'Hazel', 550, 100000, 'issued', 'Acme')`,
      [product?.id],
    );
    const said = "code, feedstock, credit_status, credits_issued_to, version";
    const before = await run(`select ${said} from batch`);
    await upgrade();
    expect(await run(`select ${said} from batch`)).toEqual(before);
    expect(await run("select certification_class, certificate_number from batch")).toEqual([
      { certification_class: "none", certificate_number: "" },
    ]);
  }));

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { restEndpoints } from "#server/api/rest-app.server.ts";
import { parseCatalogueQuery } from "#server/catalogue/catalogue-query.schema.ts";
import { findProducts } from "#server/catalogue/find-products.server.ts";
import { listArticles } from "#server/content/find-content.server.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { someFor } from "#server/testing/hostile-texts.ts";
import { callRest, cookieFor } from "#server/testing/rest-caller.ts";
import { exampleCalls, exampleOf } from "#server/testing/rest-examples.ts";
import { databaseState } from "#server/testing/watch-writes.ts";
import { appRouter, callerFor } from "#server/trpc/router.server.ts";

/*
 * What means something to SQL, in every filter, search and sort of the calls: it is text, finds what contains it, and
 * breaks nothing. Those of the pages: app/routes/hostile-requests.test.ts.
 */

const hostile = [
  "'; drop table user_account; --",
  "a\\' or 1=1 /* \") || pg_sleep(9)",
  "%_\\",
  "? $1 :name ??",
];

const context = await testContext();
const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
const cookie = await cookieFor("administrator");
const examples = await exampleCalls();
const product = await makeProduct(context, { name: "Plain char" });
await makeOrder(context, { lines: [{ product, quantity: 1 }] });

describe("REST", () => {
  it("has none that breaks a query of any row, and nothing is changed by it", async () => {
    const reads = restEndpoints.filter(({ method, query }) => method === "GET" && query);
    expect(reads.length).toBeGreaterThan(5);
    const before = await databaseState();
    let places = 0;
    for (const row of reads) {
      const [path = "", query] = exampleOf(examples, row).path.split("?");
      for (const field of Object.keys(row.query?.shape ?? {})) {
        places += 1;
        for (const text of someFor(places, hostile)) {
          const asked = new URLSearchParams(query);
          asked.set(field, text);
          const address = `${path}?${asked}`;
          const { status } = await callRest("GET", address, { cookie });
          // What the row takes really reached its query (400: a mailed link that is none); the rest was refused before.
          const isTaken = row.query?.shape[field]?.safeParse(text).success;
          expect(isTaken ? [200, 400, 404] : [422], address).toContain(status);
        }
      }
    }
    expect(await databaseState()).toEqual(before);
  }, 60_000);
});

describe("the staff's lists", () => {
  /** By path, which the types of the router do not tell. */
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: string; inputs: unknown[] } }
  >;

  /** The fields of what a procedure takes that take this text. */
  function fieldsTaking(schema: unknown, text: string): string[] {
    if (schema instanceof z.ZodPipe) return fieldsTaking(schema.in, text);
    if (!(schema instanceof z.ZodObject)) throw new Error("a list takes what this test cannot look into");
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      z.safeParse(field as z.ZodType, text).success ? [name] : [],
    );
  }

  it("take none of them for SQL", async () => {
    const before = await databaseState();
    let requests = 0;
    for (const [path, { _def }] of Object.entries(procedures)) {
      const { type, inputs } = _def;
      if (type !== "query") continue;
      for (const text of hostile) {
        for (const field of inputs.flatMap((schema) => fieldsTaking(schema, text))) {
          requests += 1;
          await ask(path, { [field]: text });
        }
      }
    }
    expect(requests).toBeGreaterThan(5 * hostile.length);
    expect(await databaseState()).toEqual(before);
  }, 60_000);

  /** Answered, never refused and never a failure of ours. */
  async function ask(path: string, input: object): Promise<void> {
    const [area = "", name = ""] = path.split(".");
    const caller = callerFor({ ...administrator, em: administrator.em.fork() });
    const call = Reflect.get(Reflect.get(caller, area), name) as (input: object) => Promise<unknown>;
    await expect(call(input), `${path} ${JSON.stringify(input)}`).resolves.toBeDefined();
  }
});

describe("the shop's searches", () => {
  it.each(hostile)("look for %j as text", async (text) => {
    const context = await testContext();
    const query = parseCatalogueQuery(new URLSearchParams({ search: text, category: text, sort: text }));
    await expect(findProducts(context, query)).resolves.toBeTruthy();
    await expect(listArticles(context, { search: text, shown: 6 })).resolves.toBeTruthy();
  });

  it("find nothing by a wildcard that no text has", async () => {
    const context = await testContext();
    for (const wildcard of ["%%", "__", "\\\\"]) {
      const { products } = await findProducts(
        context,
        parseCatalogueQuery(new URLSearchParams({ search: wildcard })),
      );
      expect(products, wildcard).toEqual([]);
      const { users } = await callerFor(administrator).users.list({ search: wildcard });
      expect(users, wildcard).toEqual([]);
    }
  });
});

import { describe, expect, it } from "vitest";
import { pgbenchScript } from "./pgbench-script.ts";
import { FIRST_ID, inOneLine, NotOneOrder, type RecordedStatement } from "./recorded-order.ts";

const look = statement("select payment.id as payment from payment where id = any($1::int[])", {
  values: [[2, 8]],
  rows: [[FIRST_ID + 7]],
  columns: ["payment"],
});
const write = statement("with ready as (select $1::int) insert into customer_order (payment_id) select 1", {
  values: [FIRST_ID + 7],
});
const count = [
  statement("begin", { connection: 2 }),
  statement("select order_id as id from uncounted_order", { connection: 2, rows: [[1], [2]] }),
  statement("commit", { connection: 2 }),
];

describe("the statements of one order", () => {
  it("knows an order that is made by a part of one statement, without a transaction", () => {
    expect(inOneLine([look, write])).toEqual([look, write]);
  });

  it("leaves out the round that counts the orders of many", () => {
    expect(inOneLine([look, ...count, write])).toEqual([look, write]);
  });

  it("refuses what holds two orders", () => {
    expect(() => inOneLine([look, write, write])).toThrow(NotOneOrder);
  });
});

describe("an order as a script for pgbench", () => {
  it("plays a statement whose values hold an id with the id that the database gives this time", () => {
    expect(pgbenchScript([look, write])).toContain("select :row0_payment::int");
  });

  it("writes a list of values as an array", () => {
    expect(pgbenchScript([look, write])).toContain("id = any(array[2, 8]::int[])");
  });
});

function statement(text: string, facts: Partial<RecordedStatement> = {}): RecordedStatement {
  return { connection: 1, text, values: [], rows: [], columns: [], place: 0, ...facts };
}

import pg from "pg";
import { type Load, loadOfWork } from "../load.ts";
import { FIRST_ID, type RecordedStatement, Replacements } from "./recorded-order.ts";

/** As many connections as the shop's own pool has (db/mikro-orm.config.ts). */
export const POOL_SIZE = 10;
/** More than a table gets rows while the bench runs. */
const IDS_OF_A_TABLE = 10_000_000;

/**
 * The yardstick of an order where there is no pgbench: the statements that the shop sent for one, word for word and one
 * after another over a connection of a bare client. Ids, tokens and addresses are new each time, so that each replay
 * leaves an order behind.
 */
export class BareBuyer {
  readonly name: string = "a bare pg client, since there is no pgbench here";
  readonly #pool: pg.Pool;
  readonly #orders: readonly RecordedStatement[][];
  #turn = 0;

  constructor(url: string, orders: readonly RecordedStatement[][]) {
    this.#pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
    this.#orders = orders;
  }

  /** @returns how many orders there were */
  async place(orders: number): Promise<number> {
    for (let order = 0; order < orders; order += 1) await this.#placeOrder();
    return orders;
  }

  load(seconds: number): Promise<Load> {
    return loadOfWork(() => this.#placeOrder(), seconds);
  }

  async #placeOrder(): Promise<void> {
    const order = this.#orders[this.#turn % this.#orders.length];
    this.#turn += 1;
    if (!order) throw new Error("No order was recorded.");
    const client = await this.#pool.connect();
    try {
      const replacements = new Replacements();
      for (const statement of order) {
        const { rows } = await client.query<unknown[]>({
          text: replacements.textOf(statement),
          values: replacements.valuesOf(statement),
          rowMode: "array",
        });
        replacements.learn(statement.rows, rows);
      }
      client.release();
    } catch (error) {
      // An order that failed half-way may have left a transaction open.
      client.release(true);
      throw error;
    }
  }

  async leave(): Promise<void> {
    await this.#pool.end();
  }
}

/** So that ids are told from quantities and prices when an order is replayed, and those of one table from another's. */
export async function liftIds(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `select setval(format('%I.%I', schemaname, sequencename)::regclass,
                     ${FIRST_ID} + ${IDS_OF_A_TABLE} * row_number() over (order by sequencename))
       from pg_sequences where schemaname = 'public'`,
    );
  } finally {
    await client.end();
  }
}

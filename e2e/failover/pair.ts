import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { closeWatches, openPool, primaryAddress } from "#db/hosts/connect.ts";
import { PostgresNode } from "#server/testing/postgres-node.ts";
import { Relay } from "#server/testing/relay.ts";
import type { Row } from "../faults/database.ts";
import { within } from "../faults/limit.ts";

const STEP_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 30_000;

/**
 * Two PostgreSQL servers: a primary, and a standby without which nothing is acknowledged. The standby streams through a
 * stretch of network that can be cut; the shop reaches both.
 */
export class Pair {
  /** Both hosts, in an order that never changes. */
  readonly url: string;
  readonly #relays: Map<PostgresNode, Relay>;
  readonly #pool: pg.Pool;
  primary: PostgresNode;
  standby: PostgresNode;
  /** When the present primary took over, in milliseconds of `performance.now()`. */
  promotedAt = 0;

  private constructor(primary: PostgresNode, standby: PostgresNode, relays: Map<PostgresNode, Relay>) {
    [this.primary, this.standby, this.#relays] = [primary, standby, relays];
    this.url = primary.url.replace(
      /@[^/]+(\/.*)/,
      `@127.0.0.1:${primary.port},127.0.0.1:${standby.port}$1?target_session_attrs=read-write`,
    );
    this.#pool = openPool(this.url, {
      max: 5,
      connectionTimeoutMillis: ANSWER_LIMIT_MS,
      query_timeout: ANSWER_LIMIT_MS,
    });
  }

  static async open(folder: string): Promise<Pair> {
    const primary = await PostgresNode.primary(folder, "one");
    const relays = new Map([[primary, await Relay.before(primary.port)]]);
    const throughPort = relays.get(primary)?.port ?? primary.port;
    const standby = await PostgresNode.standbyOf(primary, folder, "two", { throughPort });
    relays.set(standby, await Relay.before(standby.port));
    const pair = new Pair(primary, standby, relays);
    await within(STEP_LIMIT_MS, "the standby to stream", primary.waitFor(standby));
    return pair;
  }

  /** Nothing passes between the two any more, and neither is told. */
  cutNetwork(): void {
    for (const relay of this.#relays.values()) relay.cut();
  }

  mendNetwork(): void {
    for (const relay of this.#relays.values()) relay.mend();
  }

  /** The standby takes over; returns the former primary, dead or alive. */
  async promote(): Promise<PostgresNode> {
    await within(STEP_LIMIT_MS, "the promotion", this.standby.promote());
    [this.primary, this.standby] = [this.standby, this.primary];
    this.promotedAt = performance.now();
    await within(STEP_LIMIT_MS, "the new primary to be found", this.#untilFound());
    return this.standby;
  }

  async #untilFound(): Promise<void> {
    const isFound = async () => new URL(await primaryAddress(this.url)).port === String(this.primary.port);
    while (!(await isFound().catch(() => false))) await wait(50);
  }

  /** Makes a standby of the former primary, so that there are two again. */
  async rejoin(): Promise<void> {
    const throughPort = this.#relays.get(this.primary)?.port ?? this.primary.port;
    await within(STEP_LIMIT_MS, "the standby to be made", this.standby.follow(this.primary, { throughPort }));
    await within(STEP_LIMIT_MS, "the standby to stream", this.primary.waitFor(this.standby));
  }

  /** On whichever host is the primary. */
  async query(statement: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(statement, values)).rows;
  }

  /** The first column of the only row, as a number. */
  async count(statement: string, values: unknown[] = []): Promise<number> {
    const [row] = await this.query(statement, values);
    return Number(Object.values(row ?? {})[0]);
  }

  async close(): Promise<void> {
    await this.#pool.end();
    closeWatches();
    await Promise.all([this.primary.stop(), this.standby.stop()]);
    await Promise.all([...this.#relays.values()].map((relay) => relay.close()));
  }
}

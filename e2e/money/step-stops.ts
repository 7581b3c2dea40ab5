import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { askStandIns, tellStandIns } from "../support/caller.ts";
import type { ShopDatabase } from "../support/shop-database.ts";
import { within } from "../support/web-process.ts";
import type { BuyerKind } from "./buyers.ts";

/** Any number that nobody else uses for advisory locks. */
const LOCK = 2_026_112_118;
const SEND_HOME_LIMIT_MS = 25_000;

/**
 * Stops the shop at a step from outside: a trigger waits for a lock of this process, or signals that a commit has
 * happened; a stand-in does not answer. The built shop runs unchanged.
 */
export class StepStops {
  readonly #database: ShopDatabase;
  readonly #web: { url: string };
  #holder: pg.Client | undefined;

  constructor(database: ShopDatabase, web: { url: string }) {
    this.#database = database;
    this.#web = web;
  }

  async install(steps: readonly Step[]): Promise<void> {
    await this.#database.query(`
      create schema fault;
      create table fault.armed (step int primary key);
      create function fault.reach() returns trigger language plpgsql as $$
      begin
        if exists (select from fault.armed where step = tg_argv[0]::int) then
          if tg_argv[1] = 'commit' then perform pg_notify('fault_step', tg_argv[0]);
          else perform pg_advisory_xact_lock_shared(${LOCK});
          end if;
        end if;
        if tg_op = 'DELETE' then return old; end if;
        return new;
      end $$`);
    for (const [index, { table, event, when, at }] of steps.entries()) {
      if (!table) continue;
      await this.#database.query(
        `create trigger fault_${index} before ${event} on ${table} for each row
         ${when ? `when (${when})` : ""} execute function fault.reach(${index}, '${at ?? "before"}')`,
      );
    }
  }

  /** After each start of the database. */
  async connect(): Promise<void> {
    const holder = await this.#database.connect();
    await holder.query(`select pg_advisory_lock(${LOCK})`);
    await holder.query("listen fault_step");
    this.#holder = holder;
  }

  async disconnect(): Promise<void> {
    const holder = this.#holder;
    this.#holder = undefined;
    if (holder) await within(SEND_HOME_LIMIT_MS, "the connection that stops the shop to close", holder.end());
  }

  /** Waits until a request reaches the step and then acts; false when none came in time. */
  at(step: Step, index: number, act: () => Promise<void>, patience: number): Promise<boolean> {
    return step.object ? this.#atStandIns(step, act, patience) : this.#atDatabase(step, index, act, patience);
  }

  async #atStandIns(step: Step, act: () => Promise<void>, patience: number): Promise<boolean> {
    const { url } = this.#web;
    await tellStandIns(url, "hold", { ...step.object, when: step.at === "commit" ? "after" : "before" });
    const limit = Date.now() + patience;
    while (Date.now() < limit) {
      if ((await askStandIns(url)).held > 0) {
        // What waits dies with the stand-ins, whose parent this kills.
        await act();
        return true;
      }
      await wait(5);
    }
    await tellStandIns(url, "hold");
    return false;
  }

  async #atDatabase(step: Step, index: number, act: () => Promise<void>, patience: number): Promise<boolean> {
    const committed = this.#nextCommit(index);
    await this.#database.query("insert into fault.armed values ($1)", [index]);
    try {
      const reached =
        step.at === "commit"
          ? await Promise.race([committed.seen, wait(patience, false)])
          : await this.#somebodyWaits(patience);
      if (reached) await act();
      return reached;
    } finally {
      committed.forget();
      await this.#database.query("delete from fault.armed");
      await this.#sendHome();
    }
  }

  #nextCommit(index: number): { seen: Promise<boolean>; forget(): void } {
    let forget = () => {};
    const seen = new Promise<boolean>((resolve) => {
      const listen = (message: pg.Notification) => {
        if (message.payload === String(index)) resolve(true);
      };
      this.#holder?.on("notification", listen);
      forget = () => this.#holder?.removeListener("notification", listen);
    });
    return { seen, forget };
  }

  async #somebodyWaits(patience: number): Promise<boolean> {
    const limit = Date.now() + patience;
    while (Date.now() < limit) {
      if ((await this.#waiting()) > 0) return true;
      await wait(5);
    }
    return false;
  }

  #waiting(): Promise<number> {
    return this.#database.count(
      "select count(*)::int from pg_locks where locktype = 'advisory' and not granted and objid = $1",
      [LOCK],
    );
  }

  /** Releases the waiting transactions: in a killed process they roll back, otherwise they commit. */
  async #sendHome(): Promise<void> {
    const holder = this.#holder;
    if (!holder) return;
    await holder.query(`select pg_advisory_unlock(${LOCK})`);
    // Returns once all of them have ended their transactions.
    const ended = holder.query(`select pg_advisory_lock(${LOCK})`);
    await within(SEND_HOME_LIMIT_MS, "the transactions that were stopped at a step to end", ended);
  }
}

/** A point in a payment where the web process can be killed: before this row or object is written. */
export interface Step {
  /** What has happened and what has not. */
  name: string;
  /** A row of the shop's; or an object that a stand-in makes. */
  table?: string;
  event?: "insert" | "update" | "delete";
  when?: string;
  object?: { kind: string; type?: string };
  /** "commit": it is permanent, and nothing after it has happened. */
  at?: "commit";
  /** The kind of shopper who surely gets there, where not every shopper does. */
  shopper?: BuyerKind;
  /** Reached by the sweeper only: it is called. */
  needsSweeper?: true;
  /** Reached only by webhooks, which must not be dropped meanwhile. */
  needsWebhooks?: true;
}

/** In the order in which a payment passes them. */
export const steps: readonly Step[] = [
  { name: "checkout being written", table: "checkout", event: "insert" },
  { name: "stock being held", table: "stock_hold", event: "insert" },
  {
    name: "card form opened, not written down",
    table: "payment",
    event: "insert",
    when: "new.provider_payment_id like 'pi_%'",
    shopper: "pays by card form",
  },
  {
    name: "hosted page opened, not written down",
    table: "payment",
    event: "insert",
    when: "new.provider_payment_id like 'cs_%'",
    shopper: "pays on the hosted page",
  },
  {
    name: "PayPal order opened, not written down",
    table: "payment",
    event: "insert",
    when: "new.provider = 'paypal'",
    shopper: "pays on PayPal's page",
  },
  {
    name: "PayPal payment approved, nobody told",
    object: { kind: "event", type: "CHECKOUT.ORDER.APPROVED" },
    at: "commit",
    shopper: "pays by PayPal's button",
  },
  {
    name: "PayPal payment being captured",
    object: { kind: "capture" },
    shopper: "pays on PayPal's page",
  },
  {
    name: "PayPal payment captured, nobody told",
    object: { kind: "capture" },
    at: "commit",
    shopper: "pays by PayPal's button",
  },
  {
    name: "card being charged",
    object: { kind: "charge" },
  },
  {
    name: "money taken",
    object: { kind: "charge" },
    at: "commit",
  },
  {
    name: "webhook arrived, not stored",
    table: "provider_event",
    event: "insert",
    needsWebhooks: true,
  },
  {
    name: "webhook stored, not acted on",
    table: "provider_event",
    event: "insert",
    at: "commit",
    needsWebhooks: true,
  },
  {
    name: "payment being marked paid",
    table: "payment",
    event: "update",
    when: "new.status = 'succeeded' and old.status <> 'succeeded'",
  },
  {
    name: "stock being sold",
    table: "product",
    event: "update",
    when: "new.stock_quantity < old.stock_quantity",
  },
  { name: "cart being emptied", table: "cart_line", event: "delete" },
  { name: "mail being queued", table: "outbox_email", event: "insert" },
  { name: "invoice number being taken", table: "counter", event: "update" },
  { name: "order being written", table: "customer_order", event: "insert" },
  { name: "order lines being written", table: "order_line", event: "insert" },
  { name: "order made, nobody told", table: "customer_order", event: "insert", at: "commit" },
  {
    name: "webhook acted on, not answered",
    table: "provider_event",
    event: "update",
    when: "new.processed_at is not null",
    needsWebhooks: true,
  },
  { name: "mail being sent", table: "outbox_email", event: "update" },
  {
    name: "sweeper asking about a payment",
    table: "payment",
    event: "update",
    when: "new.updated_at > old.updated_at and to_jsonb(new) - 'updated_at' = to_jsonb(old) - 'updated_at'",
    needsSweeper: true,
  },
  {
    name: "second payment being refunded",
    object: { kind: "refund" },
    shopper: "pays by card and by PayPal",
  },
  {
    name: "second payment refunded by the provider, nobody told",
    object: { kind: "refund" },
    at: "commit",
    shopper: "pays by card and by PayPal",
  },
  {
    name: "second payment refunded, not written down",
    table: "payment",
    event: "update",
    when: "new.status = 'refunded'",
    shopper: "pays by card and by PayPal",
  },
];

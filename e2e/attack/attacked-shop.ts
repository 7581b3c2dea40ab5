import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { freePort } from "#db/embedded/connection-settings.ts";
import { findHome } from "#db/embedded/home.ts";
import { joinEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { DEMO_PASSWORD } from "#server/accounts/demo-sign-ins.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { Caller } from "../support/caller.ts";
import { WebProcess } from "../support/web-process.ts";

/** A trial shop behind a proxy, so that callers come from many addresses; all limits are as delivered. */
const TRIAL = { TRUST_PROXY: "on", LOG_REQUESTS: "off", WEB_PROCESSES: "1" };

export interface Person {
  username: string;
  email: string;
  password: string;
  /** Signed in. */
  browser: Caller;
}

/** A finding of docs/security.md, replayed as an attacker. */
export interface Attack {
  /** Its number there. */
  finding: string;
  what: string;
  /** What the attacker gained; undefined when the shop held. @throws when the attack could not be tried at all */
  play(shop: AttackedShop): Promise<string | undefined>;
}

/** An attack that fails because everything fails proves nothing: honest requests to the same endpoint must work. */
export function mustWork(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`An honest person could not: ${what}`);
}

/** A freshly built shop with a database of its own, and the test's ways to inspect it. */
export class AttackedShop {
  dataDir = "";
  #web: WebProcess | undefined;
  #pool: pg.Pool | undefined;
  #settings = "";
  #addresses = 0;

  async open(): Promise<void> {
    this.dataDir = await makeThrowawayFolder();
    this.#web = new WebProcess({ port: await freePort(), dataDir: this.dataDir, settings: TRIAL });
    mustWork(await this.startWith({}), `start the shop: ${this.log.slice(-4000)}`);
  }

  async close(): Promise<void> {
    await this.#stop();
    await removeThrowawayFolder(this.dataDir);
  }

  get url(): string {
    return this.#web?.url ?? "";
  }

  get pid(): number {
    return this.#web?.pid ?? 0;
  }

  get log(): string {
    return this.#web?.log ?? "";
  }

  /** The log of its PostgreSQL. */
  get databaseLog(): string {
    return readFileSync(path.join(findHome(this.dataDir)?.folder ?? "", "server.log"), "utf8");
  }

  /** Restarts it on the same data with these settings, unless it already runs with them. Returns whether it opened. */
  async startWith(settings: Record<string, string>): Promise<boolean> {
    if (this.#pool && JSON.stringify(settings) === this.#settings) return true;
    await this.#stop();
    this.#settings = JSON.stringify(settings);
    const isOpen =
      (await this.#web?.start(settings).then(
        () => true,
        () => false,
      )) ?? false;
    if (isOpen) {
      const database = await joinEmbeddedPostgres(this.dataDir);
      this.#pool = new pg.Pool({ connectionString: database?.url, max: 3, allowExitOnIdle: true });
      this.#pool.on("error", () => undefined);
    }
    return isOpen;
  }

  async #stop(): Promise<void> {
    await this.#pool?.end();
    this.#pool = undefined;
    await this.#web?.end();
  }

  async query(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    if (!this.#pool) throw new Error("The shop is closed.");
    return (await this.#pool.query<Record<string, unknown>>(statement, values)).rows;
  }

  /** Resets used-up limits: each attack starts with fresh ones. */
  async forgetAttempts(): Promise<void> {
    if (this.#pool) await this.query("delete from rate_limit");
  }

  /** Returns the stock that attackers hold, as after its time limit. */
  async returnStock(): Promise<void> {
    await this.query("update checkout set hold_expires_at = null where hold_expires_at is not null");
    await this.query("delete from stock_hold");
    await this.query("update product set held_quantity = 0 where held_quantity <> 0");
  }

  /** Does something while readers of the products have to wait. */
  async whileProductsAreLocked<Result>(act: () => Promise<Result>): Promise<Result> {
    const client = await this.#pool?.connect();
    if (!client) throw new Error("The shop is closed.");
    try {
      await client.query("begin; lock table product in access exclusive mode");
      return await act();
    } finally {
      await client.query("rollback");
      client.release();
    }
  }

  /** A visitor whom the shop has never seen, at an address of their own. */
  stranger(): Caller {
    this.#addresses += 1;
    return this.at(`10.20.${this.#addresses >> 8}.${this.#addresses & 255}`);
  }

  at(address: string): Caller {
    return new Caller(this.url, address);
  }

  /** A caller without the proxy: this machine itself, or somebody who bypassed the proxy. */
  direct(): Caller {
    return new Caller(this.url, null);
  }

  /** A verified customer, signed in. */
  async customer(): Promise<Person> {
    const unique = randomUUID().slice(0, 12);
    const [username, email, password] = [
      `c-${unique}`,
      `${unique}@example.com`,
      `a password of ${unique}`,
    ] as const;
    const browser = this.stranger();
    const json = { name: "Carol Customer", email, username, password };
    const { text } = await browser.post("/api/auth/register", { json });
    await this.query("update user_account set is_verified = true where email = $1", [email]);
    const { status } = await browser.post("/api/auth/login", { json: { username, password } });
    mustWork(status === 200, `register and sign in: ${status} ${text}`);
    return { username, email, password, browser };
  }

  /** The administrator of the demo data, signed in. */
  async administrator(): Promise<Caller> {
    const browser = this.stranger();
    const json = { email: "admin@example.com", password: DEMO_PASSWORD };
    const { status } = await browser.post("/api/admin/login", { json });
    mustWork(status === 200, `sign in as administrator: ${status}`);
    return browser;
  }
}

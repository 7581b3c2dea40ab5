import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { freePort } from "#db/embedded/free-port.ts";
import { findHome } from "#db/embedded/home.ts";
import { joinEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { DEMO_PASSWORD } from "#server/identity/demo-sign-ins.ts";
import { end, endOf, isOpen, START_LIMIT_MS, startShopProcess } from "../support/shop-process.ts";
import { Caller } from "./caller.ts";

/** A trial shop behind a proxy, so that callers come from many addresses; all limits are as delivered. */
const TRIAL = { TRUST_PROXY: "on", LOG_REQUESTS: "off", WEB_PROCESSES: "1" };

const MAIL_LIMIT_MS = 10_000;
const LOOK_MS = 50;

export interface Person {
  id: number;
  name: string;
  username: string;
  email: string;
  password: string;
  /** Signed in. */
  browser: Caller;
}

export interface Mail {
  id: number;
  subject: string;
  text: string;
}

const mailsSchema = z.array(z.object({ id: z.number(), subject: z.string(), text: z.string() }));
const userSchema = z.object({ id: z.number() });

/** A freshly built shop with a database of its own, and the test's ways to inspect it. */
export class AttackedShop {
  readonly url: string;
  readonly dataDir: string;
  readonly #port: number;
  #child: ChildProcess | undefined;
  #pool: pg.Pool | undefined;
  #administrator: Caller | undefined;
  #settings: Record<string, string> = {};
  #addresses = 0;

  private constructor(dataDir: string, port: number) {
    this.dataDir = dataDir;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async open(dataDir: string, settings: Record<string, string> = {}): Promise<AttackedShop> {
    const shop = new AttackedShop(dataDir, await freePort());
    if (!(await shop.start(settings))) throw new Error(`The shop did not start.\n${shop.log.slice(-4000)}`);
    return shop;
  }

  get isOpen(): boolean {
    return this.#pool !== undefined;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get logFile(): string {
    return path.join(this.dataDir, "web.log");
  }

  get log(): string {
    return readFileSync(this.logFile, "utf8");
  }

  /** The log of its PostgreSQL. */
  get databaseLog(): string {
    const home = findHome(this.dataDir);
    return home ? readFileSync(path.join(home.folder, "server.log"), "utf8") : "";
  }

  /** How often it has asked the stand-ins of the payment providers. */
  async countProviderCalls(): Promise<number> {
    const answer = await fetch(`${this.url}/sandbox/hold`);
    return z.object({ calls: z.number() }).parse(await answer.json()).calls;
  }

  /** Starts it, as a trial by default. Returns whether it opened, or ended by itself. */
  async start(settings: Record<string, string> = {}): Promise<boolean> {
    const child = startShopProcess({
      port: this.#port,
      dataDir: this.dataDir,
      logFile: this.logFile,
      settings: {
        ...TRIAL,
        ...settings,
      },
    });
    this.#child = child;
    this.#settings = settings;
    this.#administrator = undefined;
    let ended = false;
    void endOf(child).then(() => {
      ended = true;
    });
    const limit = Date.now() + START_LIMIT_MS;
    while (!ended && Date.now() < limit) {
      if (await isOpen(this.url)) {
        const database = await joinEmbeddedPostgres(this.dataDir);
        this.#pool = new pg.Pool({ connectionString: database?.url, max: 3, allowExitOnIdle: true });
        this.#pool.on("error", () => undefined);
        return true;
      }
      await wait(LOOK_MS);
    }
    return false;
  }

  /** Restarts it on the same data with these settings, unless it already runs with them. Returns whether it opened. */
  async startWith(settings: Record<string, string>): Promise<boolean> {
    const isRunning = this.#pool !== undefined && JSON.stringify(settings) === JSON.stringify(this.#settings);
    if (isRunning) return true;
    await this.stop();
    return this.start(settings);
  }

  async stop(): Promise<void> {
    await this.#pool?.end();
    this.#pool = undefined;
    if (this.#child) await end(this.#child);
    this.#child = undefined;
  }

  async query(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    if (!this.#pool) throw new Error("The shop is closed.");
    return (await this.#pool.query<Record<string, unknown>>(statement, values)).rows;
  }

  /** Does something while readers of a table have to wait. */
  async whileLocked<Result>(table: string, act: () => Promise<Result>): Promise<Result> {
    if (!this.#pool) throw new Error("The shop is closed.");
    const client = await this.#pool.connect();
    try {
      await client.query(`begin; lock table ${client.escapeIdentifier(table)} in access exclusive mode`);
      return await act();
    } finally {
      await client.query("rollback");
      client.release();
    }
  }

  /** The first column of the only row, as a number. */
  async count(statement: string, values: unknown[] = []): Promise<number> {
    const [row] = await this.query(statement, values);
    return Number(Object.values(row ?? {})[0]);
  }

  /** A visitor whom the shop has never seen, at an address of their own. */
  stranger(): Caller {
    this.#addresses += 1;
    const number = this.#addresses;
    return this.at(`10.${20 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`);
  }

  at(address: string): Caller {
    return new Caller(this.url, address);
  }

  /** A caller without the proxy: this machine itself, or somebody who bypassed the proxy. */
  direct(): Caller {
    return new Caller(this.url, null);
  }

  /** A verified customer, signed in. */
  async customer(details: { name?: string; email?: string; username?: string } = {}): Promise<Person> {
    const unique = randomUUID().slice(0, 12);
    const { name = "Carol Customer", email = `${unique}@example.com`, username = `c-${unique}` } = details;
    const password = `a password of ${unique}`;
    const browser = this.stranger();
    const registered = await browser.post("/api/auth/register", {
      json: { name, email, username, password },
    });
    if (registered.status >= 300) throw new Error(`No registration: ${registered.text}`);
    const [row] = await this.query(
      "update user_account set is_verified = true where lower(email) = lower($1) returning id",
      [email],
    );
    const person = { ...userSchema.parse(row), name, username, email, password, browser };
    await this.signIn(person, browser);
    return person;
  }

  async signIn(
    { username, password }: Pick<Person, "username" | "password">,
    browser: Caller,
  ): Promise<void> {
    const { status, text } = await browser.post("/api/auth/login", { json: { username, password } });
    if (status !== 200) throw new Error(`No sign-in: ${status} ${text}`);
  }

  /** The administrator of the demo data at their usual address. */
  async administrator(): Promise<Caller> {
    if (this.#administrator) return this.#administrator;
    const browser = this.stranger();
    const json = { email: "admin@example.com", password: DEMO_PASSWORD };
    const { status, text } = await browser.post("/api/admin/login", { json });
    if (status !== 200) throw new Error(`The administrator cannot sign in: ${status} ${text}`);
    this.#administrator = browser;
    return browser;
  }

  /** The mails to an address, the newest first. */
  async mailsTo(email: string): Promise<Mail[]> {
    return mailsSchema.parse(
      await this.query(
        // Until a mail is sent it is the facts that it will state.
        `select id, subject, coalesce(translate(props::text, '"', ' '), text) as text
           from outbox_email where lower(recipient) = lower($1) order by id desc`,
        [email],
      ),
    );
  }

  /** The newest mail to an address that contains this text, once it exists; jobs write some of them. */
  async mailTo(email: string, containing: string, after = 0): Promise<Mail | undefined> {
    for (const limit = Date.now() + MAIL_LIMIT_MS; Date.now() < limit; await wait(LOOK_MS)) {
      const mail = (await this.mailsTo(email)).find(
        ({ id, text }) => id > after && text.includes(containing),
      );
      if (mail) return mail;
    }
    return undefined;
  }

  /** The mailed link of this shop that begins so, as its path. */
  async mailedLink(email: string, beginning: string, after = 0): Promise<string> {
    const mail = await this.mailTo(email, beginning, after);
    const link = mail?.text.match(new RegExp(`https?://[^\\s]*(${beginning}[^\\s]*)`))?.[1];
    if (!link) throw new Error(`No mail to ${email} with a link to ${beginning}`);
    return link;
  }

  /** Resets used-up limits: each recipe starts with fresh ones. */
  async forgetAttempts(): Promise<void> {
    await this.query("delete from rate_limit");
  }
}

import { randomUUID } from "node:crypto";
import type { MikroORM } from "@mikro-orm/postgresql";
import type pg from "pg";
import Stripe from "stripe";
import type { Actor, Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { PayPalError } from "#server/payments/paypal/paypal-client.server.ts";
import { type PaymentGateways, paymentGateways } from "#server/payments/providers.server.ts";
import { apiVersion } from "#server/payments/stripe/stripe-calls.server.ts";
import { readSettings } from "#server/settings/read-settings.server.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";
import { makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import type { SendToProvider } from "#server/testing/payer.ts";
import {
  forgetAtProviders,
  sendToSandbox,
  startedSandbox,
  startTestSandbox,
} from "#server/testing/sandbox.ts";
import { Action, type Fault, faultText, forgetStoredFailures, NONE, replaceNetwork } from "./action.ts";
import { ModelDatabase } from "./model-database.ts";
import { advanceModelTime, atWork, replaceClock, setModelTime } from "./model-time.ts";
import type { ShownByProvider } from "./providers.ts";
import { makeSharedOrm, ShopProcess } from "./shop-process.ts";

const PUBLIC_URL = "http://127.0.0.1:3000";
/** Longer than a call is ever held. */
const CALL_LIMIT_MS = 120_000;
/**
 * The products: little stock, a reduced rate of VAT, and a price above the free delivery limit; each weighs something, so
 * that what leaves has a batch once one was entered.
 */
const GOODS = [
  { name: "Sack", price: 1250, stockQuantity: 5, netGrams: 5_000 },
  { name: "Tub", price: 2499, stockQuantity: 3, taxRate: 500, netGrams: 2_000 },
  { name: "Pallet", price: 12_000, stockQuantity: 40, netGrams: 400_000 },
] as const;

export const VISITOR: Actor = { kind: "visitor" };
export const SYSTEM: Actor = { kind: "system" };

type Goods = (typeof GOODS)[number];
type Product = Goods & { id: number };
type Products = readonly [Product, Product, Product];

/** The real shop: its database, its process, the stand-ins of its providers, and its current work. */
export class World {
  readonly database: ModelDatabase;
  readonly orm: MikroORM;
  readonly products: Products;
  readonly staff: Actor;
  /** Steps of the sequence with their results. */
  log: string[] = [];
  /** Observations that must never happen. */
  violations: { rule: string; text: string }[] = [];
  process: ShopProcess;
  readonly #connection: pg.PoolConfig;
  readonly #gateways: PaymentGateways;
  readonly #settings: StoreSettings;
  readonly #lastUser: number;
  readonly #close: () => Promise<void>;
  #actions: Action[] = [];

  private constructor(parts: {
    database: ModelDatabase;
    orm: MikroORM;
    connection: pg.PoolConfig;
    gateways: PaymentGateways;
    settings: StoreSettings;
    products: Products;
    staff: Extract<Actor, { kind: "user" }>;
    close(): Promise<void>;
  }) {
    this.database = parts.database;
    this.orm = parts.orm;
    this.products = parts.products;
    this.staff = parts.staff;
    this.#connection = parts.connection;
    this.#gateways = parts.gateways;
    this.#settings = parts.settings;
    this.#lastUser = parts.staff.id;
    this.#close = parts.close;
    this.process = new ShopProcess(parts.connection);
  }

  /** In this test file's database. Until it is closed, this process's clock and network are the model's. */
  static async open(): Promise<World> {
    const url = process.env.DATABASE_URL ?? "";
    const database = await ModelDatabase.open(url);
    const { orm, options } = makeSharedOrm(url);
    await orm.connect();
    const { stop } = await startTestSandbox(null);
    const putBack = [replaceClock(), replaceNetwork()];
    const context = await testContext();
    const made = async (goods: Goods) => ({ ...goods, id: (await makeProduct(context, goods)).id });
    const [sack, tub, pallet] = GOODS;
    const products = [await made(sack), await made(tub), await made(pallet)] as const;
    const { id, name: staffName, email, role } = await makeUser(context, { role: "administrator" });
    return new World({
      database,
      orm,
      connection: await options,
      gateways: gatewaysByFetch(),
      settings: await readSettings(context.em),
      products,
      staff: { kind: "user", id, name: staffName, email, role, sessionId: randomUUID() },
      close: async () => {
        for (const end of putBack) end();
        await stop();
        await database.close();
      },
    });
  }

  /** A new sequence begins at this moment with nothing but the products. */
  async reset(start: Date): Promise<void> {
    this.#actions = [];
    forgetStoredFailures();
    setModelTime(start.getTime());
    await this.database.clear(this.#lastUser);
    forgetAtProviders();
    for (const { id, name, price, stockQuantity } of this.products) {
      await this.database.rows(
        "update product set name = $2, price = $3, stock_quantity = $4, held_quantity = 0 where id = $1",
        [id, name, price, stockQuantity],
      );
    }
    await this.database.keepTime();
    this.log = [];
    this.violations = [];
    if (this.process.isDead) this.process = new ShopProcess(this.#connection);
  }

  /**
   * Lets the shop handle one request, event or job, until it is done, held on its way, or its process has died. Errors
   * of `work` are what the visitor sees as a failure of the shop.
   */
  async act(
    name: string,
    { by = VISITOR, fault = NONE }: { by?: Actor; fault?: Fault },
    work: (context: Context) => Promise<unknown>,
  ): Promise<void> {
    const { process } = this;
    const action = new Action(name + faultText(fault), process, fault);
    this.#actions.push(action);
    const line = this.log.push(action.name) - 1;
    const tell = (ending: string) => {
      this.log[line] = `${this.log[line]} → ${ending}`;
    };
    const done = action
      .run(async () => {
        const result = await work(this.contextFor(by));
        tell(typeof result === "string" ? result : "done");
      })
      .catch((error: unknown) => {
        const { message, stack } = error instanceof Error ? error : new Error(String(error));
        tell(`told: ${message}`);
        if (!isAnswer(error)) this.violated("the shop fails", `${action.name}: ${stack ?? message}`);
      })
      .finally(() => {
        action.isOver = true;
      });
    await Promise.race([done, action.held.then(() => tell("on its way")), process.died]);
    if (process.isDead) {
      tell("the process died");
      if (process === this.process) await this.restart();
    }
  }

  /** The same twice at once, where the seed says so: a double click, or two requests that one press made. */
  async actOnceOrTwice(
    name: string,
    input: { fault: Fault; twice: boolean },
    work: (context: Context) => Promise<unknown>,
  ): Promise<void> {
    const once = () => this.act(name, { fault: input.fault }, work);
    await Promise.all(input.twice ? [once(), once()] : [once()]);
  }

  /** The process ends, whatever it was doing, and another one starts. */
  async restart(): Promise<void> {
    const ended = this.process;
    this.process = new ShopProcess(this.#connection);
    this.#actions = this.#actions.filter((action) => action.process !== ended);
    ended.die();
    await this.database.cutOff(ended.name);
  }

  /** Requests with a held call to a provider, oldest first. */
  get held(): Action[] {
    return this.#actions.filter(({ isHeld }) => isHeld);
  }

  /** Releases one of them and waits for its end. */
  async letGo(action: Action): Promise<void> {
    this.log.push(`${action.name} goes on`);
    action.letGo();
    while (!action.isOver && !action.process.isDead) await new Promise((resolve) => setImmediate(resolve));
    if (this.process.isDead) await this.restart();
  }

  /** The number of calls to the providers in this sequence. */
  get calls(): number {
    return this.#actions.reduce((sum, { calls }) => sum + calls, 0);
  }

  contextFor(actor: Actor): Context {
    return {
      em: this.orm.em.fork(),
      actor,
      settings: this.#settings,
      clock: { now: () => new Date() },
      gateways: this.#gateways,
      requestId: randomUUID(),
      clientAddress: "203.0.113.7",
      fromThisMachine: false,
      publicUrl: PUBLIC_URL,
    };
  }

  async passTime(milliseconds: number): Promise<void> {
    advanceModelTime(milliseconds);
    await this.database.keepTime();
  }

  violated(rule: string, text: string): void {
    this.violations.push({ rule, text });
  }

  /** Items that a provider shows by name, with the products that they are. */
  known(items: ShownByProvider["items"]): { productId: number; quantity: number; unitPrice: number }[] {
    return items.flatMap(({ name, ...item }) => {
      const product = this.products.find((each) => each.name === name);
      return product ? [{ ...item, productId: product.id }] : [];
    });
  }

  async close(): Promise<void> {
    this.process.die();
    await this.database.cutOff(this.process.name);
    await this.#close();
  }
}

/** A payer's browser sends to a provider's page, without any process of the shop. */
export const sendHere: SendToProvider = (path, sent) => atWork.exit(() => sendToSandbox(path, sent));

/** The shop's own gateways; Stripe's client sends by `fetch`, which the model controls. */
function gatewaysByFetch(): PaymentGateways {
  const { stripe, ...others } = paymentGateways();
  const { secretKey, port } = startedSandbox();
  const client = new Stripe(secretKey, {
    apiVersion,
    maxNetworkRetries: 2,
    timeout: CALL_LIMIT_MS,
    telemetry: false,
    host: "127.0.0.1",
    port,
    protocol: "http",
    httpClient: Stripe.createFetchHttpClient((...args) => fetch(...args)),
  });
  const { publishableKey, webhookSecrets, isSandbox } = stripe;
  return { ...others, stripe: { client, publishableKey, webhookSecrets, isSandbox } };
}

/** Errors that the shop's pages turn into a message; anything else is a fault of the shop. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof ShopError || error instanceof PayPalError || error instanceof Stripe.errors.StripeError
  );
}

import { execFile } from "node:child_process";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditBooks } from "#db/audit.ts";
import { freePort } from "#db/embedded/connection-settings.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import type { Kind } from "#server/sandbox/store.server.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { askStandIns, Caller, listProviderObjects, tellStandIns } from "../support/caller.ts";
import { type Row, ShopDatabase } from "../support/shop-database.ts";
import { environmentWith, WebProcess } from "../support/web-process.ts";
import { Browser, type Failure } from "./browser.ts";
import { type BuyerKind, buyerKinds, type Visit, visit } from "./buyers.ts";
import { listCharges, writeCharges } from "./providers.ts";
import { callSweeper, runUntilIdle } from "./run-until-idle.ts";
import { type Step, StepStops, steps } from "./step-stops.ts";

/*
 * Shoppers buy from the built shop while it is killed at every step of a payment, its database is restarted and its
 * webhooks are lost. In the end every payment must have its order, and the books must be true.
 */

/** How long shoppers may take to reach a step before it counts as not reached. */
const STEP_PATIENCE_MS = 90_000;
const CASE_LIMIT_MS = 400_000;
/** Requests that began so shortly before a signal may not have arrived yet. */
const ON_THE_WAY_MS = 60;
const AT_ONCE = 3;
const STOCK = 1_000_000;

/** What happens to webhooks and answers on their way while the shop dies at a step, in turn: the sandbox's switches. */
const providerFaults = [
  { duplicate: true, reorder: true },
  { delay: 700 },
  { drop: true, lostAnswers: 2 },
  { foreign: true },
  { serverErrors: 3 },
  { lateServerErrors: 2, outages: 2 },
  {},
];

let folder: string;
let database: ShopDatabase;
let web: WebProcess;
let stops: StepStops;
let products: number[];
const failures: Failure[] = [];
const visits: Visit[] = [];
let came = 0;

beforeAll(async () => {
  folder = await makeThrowawayFolder();
  database = new ShopDatabase(folder);
  await database.start();
  web = new WebProcess({
    port: await freePort(),
    dataDir: folder,
    settings: {
      DATABASE_URL: database.url,
      LOG_REQUESTS: "off",
      RATE_LIMIT_FACTOR: "0",
      // Kills the process that listens.
      WEB_PROCESSES: "1",
    },
  });
  await web.start();
  stops = new StepStops(database, web);
  await stops.install(steps);
  await stops.connect();
  await database.query("update product set stock_quantity = $1", [STOCK]);
  const rows = await database.query("select id from product where archived_at is null order by id");
  products = rows.map(({ id }) => Number(id));
}, CASE_LIMIT_MS);

afterAll(async () => {
  await stops?.disconnect();
  await web?.close();
  await database?.close();
  await removeThrowawayFolder(folder);
}, CASE_LIMIT_MS);

/** Shoppers come while something happens, some of this kind, the others of each kind in turn; all are served in the end. */
async function whileShoppersBuy(act: () => Promise<void>, kind?: BuyerKind): Promise<void> {
  let isOver = false;
  const serve = async (_: unknown, place: number) => {
    do {
      const number = came++;
      const [first = 0, second = 0] = [0, 1].map((each) => products[(number + each) % products.length]);
      const own = place === 0 && kind ? kind : (buyerKinds[number % buyerKinds.length] ?? buyerKinds[0]);
      visits.push(
        await visit(own, {
          browser: new Browser(new Caller(web.url), failures),
          email: `shopper-${number}@example.com`,
          quantities: new Map([
            [first, 1 + (number % 3)],
            [second, 2],
          ]),
        }),
      );
    } while (!isOver);
  };
  const served = Promise.all(Array.from({ length: AT_ONCE }, serve));
  try {
    await act();
  } finally {
    isOver = true;
    await served;
  }
}

/** Makes recently opened payments old enough for the sweeper, and runs it. */
async function sweepOpenPayments(): Promise<void> {
  await database.query(
    "update payment set updated_at = updated_at - interval '1 hour' where status in ('created', 'processing')",
  );
  await callSweeper(database);
}

async function killAt(step: Step, index: number): Promise<void> {
  const faults = step.needsWebhooks ? {} : providerFaults[index % providerFaults.length];
  await tellStandIns(web.url, "faults", faults);
  const calling = step.needsSweeper
    ? setInterval(() => void sweepOpenPayments().catch(() => undefined), 500)
    : undefined;
  const kill = async () => {
    await web.end("SIGKILL");
  };
  const isReached = await stops.at(step, index, kill, STEP_PATIENCE_MS).finally(() => clearInterval(calling));
  expect(isReached).toBe(true);
  await web.start();
}

describe("while shoppers buy, the shop", () => {
  it.each(steps.map((step, index) => ({ name: step.name, step, index })))(
    "is killed: $name",
    ({ step, index }) => whileShoppersBuy(() => killAt(step, index), step.shopper),
    CASE_LIMIT_MS,
  );

  it(
    "lives through restarts of its database",
    () =>
      whileShoppersBuy(async () => {
        for (const pause of [100, 300]) {
          await wait(pause);
          await stops.disconnect();
          await database.stop();
          await wait(pause);
          await database.start();
          await stops.connect();
          await expect.poll(() => web.isHealthy(), { timeout: 60_000 }).toBe(true);
        }
      }),
    CASE_LIMIT_MS,
  );

  it(
    "starts the providers' stand-ins again, which have lost nothing that they answered",
    () =>
      whileShoppersBuy(async () => {
        await tellStandIns(web.url, "faults", {});
        await wait(200);
        const { pid } = await askStandIns(web.url);
        process.kill(pid, "SIGKILL");
        const newPid = () =>
          askStandIns(web.url).then(
            (now) => now.pid,
            () => pid,
          );
        await expect.poll(newPid, { timeout: 60_000 }).not.toBe(pid);
      }),
    CASE_LIMIT_MS,
  );

  it(
    "loses nothing that was begun when it is asked to end in the middle of a checkout",
    () =>
      whileShoppersBuy(async () => {
        // A refusal that an earlier step injected would count as one of the shop's.
        await tellStandIns(web.url, "faults", {});
        const index = steps.findIndex(({ name }) => name === "stock being held");
        const step = steps[index];
        if (!step) throw new Error("There is no step at which a request could be held.");
        let asked = 0;
        let before = 0;
        let ending: ReturnType<WebProcess["end"]> | undefined;
        const ask = async () => {
          await wait(2 * ON_THE_WAY_MS);
          [asked, before] = [performance.now(), failures.length];
          ending = web.end("SIGTERM");
          await wait(300);
        };
        expect(await stops.at(step, index, ask, STEP_PATIENCE_MS)).toBe(true);
        expect(await ending).toMatchObject({ code: 0 });
        expect(failures.slice(before).filter(({ begun }) => begun < asked - ON_THE_WAY_MS)).toEqual([]);
        await web.start();
      }),
    CASE_LIMIT_MS,
  );

  it(
    "says what is missing, and ends, when it is started without its database",
    () =>
      whileShoppersBuy(async () => {
        await web.end("SIGKILL");
        await stops.disconnect();
        await database.stop();
        const { code, said } = await web.startInVain();
        expect(said).toMatch(/^The database .* cannot be reached: [^\n]+\.$/);
        expect(code).toBe(1);
        await database.start();
        await stops.connect();
        await web.start();
      }),
    CASE_LIMIT_MS,
  );
});

describe("once an hour has passed and the sweeper came", () => {
  beforeAll(async () => {
    expect(await runUntilIdle(database, web)).toBe(0);
    const kinds = ["payment_intent", "capture", "refund", "dispute"];
    const objects = (await Promise.all(kinds.map((kind) => listProviderObjects(web.url, kind)))).flat();
    // The stand-ins' own objects, as they keep them.
    const list = <State>({ provider, kind }: Kind<State & { id: string }>) =>
      objects.flatMap((each) =>
        each.provider === provider && each.kind === kind ? [each.body as State] : [],
      );
    await writeCharges((statement, values) => database.query(statement, values), listCharges(list));
  }, CASE_LIMIT_MS * 5);

  const rows = (statement: string) => database.query(statement);

  it("the books are true", async () => {
    expect(await auditBooks(rows, ["always", "at rest", "against the providers"])).toEqual([]);
  });

  it(
    "the providers' own lists agree with the books (npm run reconcile)",
    async () => {
      const env = environmentWith({ DATABASE_URL: database.url, DATA_DIR: folder });
      const script = path.join(projectFolder, "server", "cli", "reconcile.ts");
      await promisify(execFile)(process.execPath, [script], { cwd: projectFolder, env, timeout: 300_000 });
    },
    CASE_LIMIT_MS,
  );

  it("second payments went back, and staff are told of a script's that never said what it bought", async () => {
    const kept =
      await rows(`select charge.id, checkout.snapshot is null as is_unclaimed, failed.id is not null as is_told
      from provider_charge charge
      left join customer_order bought on bought.transaction_id = charge.id
      left join payment on payment.provider_payment_id = charge.id
      left join checkout on checkout.id = payment.checkout_id
      left join failed_order failed on failed.checkout_id = checkout.id and failed.resolved_at is null
      where bought.id is null and charge.refunded <> charge.amount`);
    expect(kept.filter(({ is_unclaimed, is_told }) => !is_unclaimed || !is_told)).toEqual([]);
    const both = await rows(`select bought.invoice_number from customer_order bought
      join provider_charge charge on charge.id = bought.transaction_id where charge.refunded > 0`);
    expect(both).toEqual([]);
  });

  it("all stock that is gone was sold", async () => {
    const wrong = await rows(`select product.id, stock_quantity, sum(quantity) as sold from product
      left join order_line line on line.product_id = product.id group by 1
      having stock_quantity <> ${STOCK} - coalesce(sum(quantity), 0)`);
    expect(wrong).toEqual([]);
  });

  it("every mail was sent or kept, and no job waits", async () => {
    const mails = `select key from outbox_email
      where sent_at is null and failure_message is distinct from 'kept in the outbox'`;
    expect(await rows(mails)).toEqual([]);
    expect(await rows("select email_id from waiting_email")).toEqual([]);
    expect(await rows("select task_identifier, last_error from graphile_worker.jobs")).toEqual([]);
  });

  it("everybody has the order that they were told of, and no other", async () => {
    const orders = await counted("select customer_email, count(*) as count from customer_order group by 1");
    const wrong = visits.filter(({ ending, email }) => {
      const count = orders.get(email) ?? 0;
      return ending === "left" ? count !== 0 : ending === "approved" ? count > 1 : count !== 1;
    });
    expect(wrong).toEqual([]);
  });

  it("carts are empty once they were bought, and full where nothing was", async () => {
    const carts = await counted(
      `select details->>'customerEmail' as customer_email, sum(line.quantity) as count
       from (select distinct cart_id, details->>'customerEmail' as customer_email, details from checkout) paid
       join cart_line line on line.cart_id = paid.cart_id group by 1`,
    );
    const wrong = visits.filter(({ ending, email, quantities }) => {
      if (!quantities || (ending !== "confirmed" && ending !== "left")) return false;
      const filled = [...quantities.values()].reduce((sum, units) => sum + units, 0);
      return (carts.get(email) ?? 0) !== (ending === "left" ? filled : 0);
    });
    expect(wrong.filter(({ kind }) => !kind.includes("without a cart"))).toEqual([]);
  });

  async function counted(statement: string): Promise<Map<string, number>> {
    const found: Row[] = await rows(statement);
    return new Map(found.map(({ customer_email, count }) => [String(customer_email), Number(count)]));
  }
});

import { type EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { User } from "#db/entities/index.ts";
import { DEMO_PASSWORD, demoSignIns } from "#server/accounts/demo-sign-ins.ts";
import { hashPassword } from "#server/accounts/password.server.ts";
import type { Role } from "#server/core/roles.ts";
import { databaseConfig } from "../mikro-orm.config.ts";
import { createDemoCorrespondence } from "./demo-correspondence.ts";
import { createDemoCustomers, seededRandom } from "./demo-customers.ts";
import { createDemoBatches, createDemoOrders } from "./demo-orders.ts";
import { createDemoWork, type DemoStaff } from "./demo-work.ts";
import { seedReference } from "./reference.ts";

interface SeedOptions {
  /** Demo customers and orders as well. */
  demo: boolean;
  /** Runs in the same transaction and sees the result; if it throws, everything is rolled back. */
  finish?: (em: EntityManager) => Promise<void>;
}

/**
 * Fills an empty database: reference data always, demo customers and orders on request. Existing rows stay as they
 * are, so that every start may call it.
 */
export async function seed(orm: MikroORM, options: SeedOptions): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    // Instances that start at the same time take turns.
    await em.execute("select pg_advisory_xact_lock(7420002)");
    await seedReference(em);
    if (options.demo) await seedDemo(em);
    await options.finish?.(em);
  });
}

/** `seed` for a database that is not this process's own. */
export async function seedAt(url: string, options: SeedOptions): Promise<void> {
  const orm = new MikroORM(databaseConfig(url, { poolSize: 2 }));
  try {
    await seed(orm, options);
  } finally {
    await orm.close();
  }
}

const HISTORY_MONTHS = 18;

/**
 * A shop that looks lived in, for trying it on one's own machine: sign-ins, customers, orders and what became of them,
 * enquiries, subscribers, mails. Each row is listed in `demo_record`.
 */
export async function seedDemo(em: EntityManager, now = new Date()): Promise<void> {
  if ((await em.count(User)) > 0) return;
  await markDemoRecords(em, () => createDemo(em, now));
}

async function createDemo(em: EntityManager, now: Date): Promise<void> {
  const from = new Date(now);
  from.setUTCMonth(from.getUTCMonth() - HISTORY_MONTHS);
  const { regular, staff } = await createDemoSignIns(em, from);
  const random = seededRandom(1_852);
  const customers = createDemoCustomers(em, random, from);
  const orders = await createDemoOrders(em, random, { regular, customers, from, now });
  await createDemoWork(em, orders, { staff, now });
  await createDemoBatches(em, orders, { now });
  await createDemoCorrespondence(em, orders, { staff, now });
}

/** Creates the demo sign-ins: the customer's account, and those of staff. */
async function createDemoSignIns(
  em: EntityManager,
  createdAt: Date,
): Promise<{ regular: User; staff: DemoStaff }> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const accounts = demoSignIns.map((person) =>
    em.create(User, {
      ...person,
      passwordHash,
      isVerified: true,
      emailProvenAt: createdAt,
      signedInAt: createdAt,
      hasResearchAccess: true,
      createdAt,
    }),
  );
  const accountOf = (wanted: Role) => {
    const account = accounts.find(({ role }) => role === wanted);
    if (!account) throw new Error(`the demo sign-ins name no ${wanted}`);
    return account;
  };
  const customer = accountOf("customer");
  em.assign(customer, {
    phone: "07700 900461",
    address: "4 Orchard Row",
    city: "Hereford",
    postcode: "HR4 9AA",
    country: "United Kingdom",
  });
  return {
    regular: customer,
    staff: {
      administrator: accountOf("administrator"),
      manager: accountOf("shop_manager"),
      packer: accountOf("packer"),
    },
  };
}

/**
 * Runs `make` and lists every row that it adds in `demo_record`, whatever its table, so that the demo data can be
 * removed again without touching what the owner made. Rows that it only changes are not listed.
 */
async function markDemoRecords(em: EntityManager, make: () => Promise<void>): Promise<void> {
  const tables = [...em.getMetadata().getAll().values()]
    .filter(({ primaryKeys }) => primaryKeys.join() === "id")
    .map(({ tableName }) => tableName);
  const rows = tables
    .map((table) => `select '${table}' as table_name, id::text as record_id from ${table}`)
    .join(" union all ");
  await em.execute(`create temporary table before_demo on commit drop as ${rows}`);
  await make();
  await em.flush();
  await em.execute(
    `insert into demo_record (table_name, record_id) select table_name, record_id from (${rows}) after_demo
     except select table_name, record_id from before_demo`,
  );
  await em.execute("drop table before_demo");
}

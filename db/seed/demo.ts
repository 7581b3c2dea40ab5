import type { EntityManager } from "@mikro-orm/postgresql";
import { DEMO_PASSWORD, demoSignIns } from "#server/identity/demo-sign-ins.ts";
import { hashPassword } from "#server/identity/passwords/password.server.ts";
import { User } from "../entities/index.ts";
import { createDemoCustomers } from "./demo-customers.ts";
import { createDemoOrders } from "./demo-orders.ts";
import { markDemoRecords } from "./demo-records.ts";
import { seededRandom } from "./seeded-random.ts";

const HISTORY_MONTHS = 18;

/** Demo sign-ins, customers and orders, for trying the shop on one's own machine. Each row is listed in `demo_record`. */
export async function seedDemo(em: EntityManager, now = new Date()): Promise<void> {
  if ((await em.count(User)) > 0) return;
  await markDemoRecords(em, () => createDemo(em, now));
}

async function createDemo(em: EntityManager, now: Date): Promise<void> {
  const from = new Date(now);
  from.setUTCMonth(from.getUTCMonth() - HISTORY_MONTHS);
  const regular = await createDemoSignIns(em, from);
  const random = seededRandom(1_852);
  const customers = createDemoCustomers(em, random, from);
  await createDemoOrders(em, random, { regular, customers, from, now });
}

/** Creates the demo sign-ins and returns the customer's account. */
async function createDemoSignIns(em: EntityManager, createdAt: Date): Promise<User> {
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
  const customer = accounts.find(({ role }) => role === "customer");
  if (!customer) throw new Error("the demo sign-ins name no customer");
  em.assign(customer, {
    phone: "07700 900461",
    address: "4 Orchard Row",
    city: "Hereford",
    postcode: "HR4 9AA",
    country: "United Kingdom",
  });
  return customer;
}

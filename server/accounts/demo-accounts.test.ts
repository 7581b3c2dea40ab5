import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiKey, AuditEntry, Session, User } from "#db/entities/index.ts";
import { seedDemo } from "#db/seed/seed.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { findOpenItems } from "#server/doctor/find-open-items.server.ts";
import { openDatabase } from "#server/process/open-database.server.ts";
import { testContext } from "#server/testing/factories.ts";
import { showDemoSignIns } from "./demo-accounts.server.ts";
import { DEMO_PASSWORD, demoSignIns } from "./demo-sign-ins.ts";
import { hashPassword, verifyPassword } from "./password.server.ts";
import { signIn } from "./sign-in.server.ts";

const own = "a password of my own";
const live = {
  PUBLIC_URL: "https://shop.example",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};
const request = new Request("http://shop.test/admin/login");

const asStaff = async (email: string, password = DEMO_PASSWORD) =>
  signIn(await testContext(), request, { audience: "staff", email, password });
const asCustomer = async (username: string, password = DEMO_PASSWORD) =>
  signIn(await testContext(), request, { audience: "customer", username, password });
const demoItems = async () => {
  const items = await findOpenItems(await testContext({ actor: { kind: "system" } }));
  return items.map(({ key }) => key).filter((key) => key.startsWith("demo-"));
};
/** The part of a start of the shop that concerns the database. */
const start = (settings: Record<string, string>) =>
  openDatabase(readEnvironment({ DATABASE_URL: process.env.DATABASE_URL, ...settings }));

beforeAll(async () => {
  const { em } = await testContext();
  await em.transactional((inner) => seedDemo(inner));
});
beforeEach(() => {
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.stubEnv("RATE_LIMIT_FACTOR", "0");
  vi.stubEnv("DEMO_DATA", undefined);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await closeRateLimiters();
});

describe("demo accounts", () => {
  it("open the shop of one's own machine, as they always did", async () => {
    vi.stubEnv("DEMO_DATA", "on");
    await expect(start({ DEMO_DATA: "on" })).resolves.toMatchObject({ demo: true });
    await expect(asStaff("admin@example.com")).resolves.toMatchObject({ actor: { role: "administrator" } });
    await expect(asStaff("manager@example.com")).resolves.toMatchObject({ actor: { role: "shop_manager" } });
    await expect(asCustomer("customer")).resolves.toMatchObject({ actor: { role: "customer" } });
    expect(await showDemoSignIns(await testContext({ fromThisMachine: true }))).toBe(true);
    expect(await showDemoSignIns(await testContext())).toBe(false);
    expect(await demoItems()).toEqual(["demo-data", "demo-orders"]);
  });

  it("take the password that everybody knows from nobody whom a tunnel or a proxy brings here", async () => {
    vi.stubEnv("DEMO_DATA", "on");
    const elsewhere = async () => ({ ...(await testContext()), fromElsewhere: true });
    const staff = { audience: "staff", email: "admin@example.com", password: DEMO_PASSWORD } as const;
    await expect(signIn(await elsewhere(), request, staff)).rejects.toMatchObject({ status: 401 });
    const customer = { audience: "customer", username: "customer", password: DEMO_PASSWORD } as const;
    await expect(signIn(await elsewhere(), request, customer)).rejects.toMatchObject({ status: 401 });
  });

  it("take the password that everybody knows nowhere else, also before a start has closed them", async () => {
    await expect(asStaff("admin@example.com")).rejects.toMatchObject({ status: 401 });
    await expect(asCustomer("manager")).rejects.toMatchObject({ status: 401 });
    expect(await showDemoSignIns(await testContext({ fromThisMachine: true }))).toBe(false);
  });

  it("are reported by the doctor from the rows, when the environment has live keys", async () => {
    for (const [name, value] of Object.entries(live)) vi.stubEnv(name, value);
    expect(await demoItems()).toEqual(["demo-data", "demo-orders"]);
    vi.unstubAllEnvs();
  });

  it("are looked for without a place among those who sign in, once their passwords were looked at", async () => {
    vi.stubEnv("DEMO_DATA", "on");
    const items = await demoItems();
    const others = Promise.allSettled(Array.from({ length: 64 }, () => verifyPassword(null, "secret")));
    await expect(demoItems()).resolves.toEqual(items);
    await others;
  });

  it("are closed with their sessions and keys when the shop goes live, but for one with a password of its owner", async () => {
    const { em } = await testContext();
    const demo = async (username: string) =>
      em.fork().findOneOrFail(User, { username }, { populate: ["passwordHash"] });
    const manager = await em.findOneOrFail(User, { username: "manager" }, { populate: ["passwordHash"] });
    manager.passwordHash = await hashPassword(own);
    // Recognised by username as well: a new address alone does not make it somebody's own account.
    const customer = await em.findOneOrFail(User, { username: "customer" });
    customer.email = "somebody@shop.example";
    const { id } = await demo("admin");
    const later = new Date("2100-01-01");
    for (const user of [id, manager.id]) {
      em.create(Session, { user, tokenHash: `hash-${user}`, expiresAt: later });
      em.create(ApiKey, {
        name: "script",
        tokenHash: `key-${user}`,
        beginning: "oxb_",
        permissions: [],
        maker: user,
        expiresAt: later,
      });
    }
    await em.flush();

    await expect(start(live)).resolves.toMatchObject({ demo: false });

    expect(await demo("admin")).toMatchObject({ isActive: false });
    expect(await demo("customer")).toMatchObject({ isActive: false });
    expect(await demo("packer")).toMatchObject({ isActive: false });
    expect(await demo("manager")).toMatchObject({ isActive: true });
    const rows = em.fork();
    expect(await rows.count(Session, { user: id })).toBe(0);
    expect(await rows.count(Session, { tokenHash: `hash-${manager.id}` })).toBe(1);
    expect(await rows.findOneOrFail(ApiKey, { tokenHash: `key-${id}` })).toMatchObject({
      revokedAt: expect.any(Date),
    });
    expect(await rows.findOneOrFail(ApiKey, { maker: manager.id })).toMatchObject({ revokedAt: null });
    expect(await rows.count(AuditEntry, { area: "users", action: "suspended", actor: null })).toBe(
      demoSignIns.length - 1,
    );
    await expect(asStaff("manager@example.com", own)).resolves.toBeTruthy();
    await expect(asStaff("admin@example.com")).rejects.toMatchObject({ status: 401 });
    expect(await demoItems()).toEqual(["demo-orders"]);
  });

  it("stay closed at the next start on one's own machine, and are not offered", async () => {
    vi.stubEnv("DEMO_DATA", "on");
    const { em } = await testContext();
    await em.execute("update user_account set is_active = false where username = 'manager'");
    await em.execute("delete from counter where name = 'live-starts'");
    await expect(start({ DEMO_DATA: "on" })).resolves.toMatchObject({ demo: false });
    expect(await showDemoSignIns(await testContext({ fromThisMachine: true }))).toBe(false);
  });
});

import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { sendPasswordReset } from "#server/identity/passwords/password-links.server.ts";
import { asAdmin, withDatabase } from "#server/testing/database.ts";
import { makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { makePayment } from "#server/testing/ledger.ts";
import { makeBackupKey } from "./encryption.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const takenAt = new Date("2026-03-02T12:00:00.000Z");
const folder = mkdtempSync(path.join(os.tmpdir(), "oxbow-backup-"));
const file = path.join(folder, "oxbow.sql.gz");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shopUrl = () => process.env.DATABASE_URL ?? "";

/** An empty database. */
async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString("hex")}`;
  await asAdmin(inject("adminUrl"), `create database ${name} owner shop`);
  onTestFinished(async () => {
    // Waits for connections that are closing: cutting them off is an error that nobody handles.
    await expect.poll(() => connectionsTo(name), { timeout: 5000 }).toBe(0);
    await asAdmin(inject("adminUrl"), `drop database ${name} with (force)`);
  });
  return withDatabase(shopUrl(), name);
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function connectionsTo(database: string): Promise<number> {
  const rows = await ask(shopUrl(), `select 1 from pg_stat_activity where datname = '${database}'`);
  return rows.length;
}

/** A digest of all rows of each table, and of its constraints and triggers. */
async function contentsOf(url: string): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    url,
    `select schemaname || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker', 'sandbox')
       and tablename not in ('mikro_orm_migrations', 'migrations', 'rate_limit', 'shop_secret')`,
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await ask<{ digest: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t`,
    );
    contents[name] = row?.digest ?? "";
  }
  const [guards] = await ask<{ digest: string }>(
    url,
    `select (select string_agg(conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid), E'\\n' order by 1)
       from (select * from pg_constraint where connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname) c)
     || (select string_agg(tgrelid::regclass::text || tgname || tgenabled::text, ',' order by tgname, tgrelid::regclass::text)
       from pg_trigger where not tgisinternal) as digest`,
  );
  return { ...contents, guards: guards?.digest ?? "" };
}

describe("a backup", () => {
  beforeAll(async () => {
    const context = await testContext();
    await makeProduct(context, { name: 'Tab\t, line\nend, back\\slash, \\. , \u2028 and "quotes" 🌱' });
    await makeUser(context);
    await makeOrder(context);
    await makePayment(context);
    await ask(
      shopUrl(),
      `insert into sandbox.object (id, provider, kind, body) values ('pi_1', 'stripe', 'payment_intent', '{"amount": 9}')`,
    );
    await writeBackup(shopUrl(), file, { now: takenAt });
  });

  it("brings every row, constraint and trigger back into an empty database", async () => {
    const url = await emptyDatabase();
    const { at, rows } = await restoreBackup(url, file);
    expect(at).toBe(takenAt.toISOString());
    expect(rows["public.product"]).toBeGreaterThan(8);
    expect(rows["sandbox.object"]).toBe(1);
    expect(await contentsOf(url)).toEqual(await contentsOf(shopUrl()));
  }, 60_000);

  it("lets the restored shop go on counting where it was", async () => {
    const url = await emptyDatabase();
    await restoreBackup(url, file);
    const [ids] = await ask<{ highest: number; next: number }>(
      url,
      "select max(id)::int as highest, nextval(pg_get_serial_sequence('product', 'id'))::int as next from product",
    );
    expect(ids?.next).toBe((ids?.highest ?? 0) + 1);
  });

  it("gives no access to its shop: it contains neither the signing key nor a link of a mail", async () => {
    const context = await testContext();
    await sendPasswordReset(context, await makeUser(context));
    await queueEmail(context.em.fork(), {
      key: "newsletter-code",
      template: "newsletter-verification",
      recipient: "reader@example.com",
      props: {
        store: storeIdentityOf(context.settings, context.publicUrl),
        code: "271828",
        link: "http://shop.test/newsletter/verify?token=a-secret",
        unsubscribeUrl: "http://shop.test/newsletter/unsubscribe?token=a-secret",
      },
    });
    const later = path.join(folder, "later.sql.gz");
    await writeBackup(shopUrl(), later, { now: takenAt });
    const text = gunzipSync(readFileSync(later)).toString();
    const [secret] = await ask<{ value: string }>(shopUrl(), "select value from shop_secret");
    expect(secret?.value).toMatch(/^[\w-]{43}$/);
    expect(text).not.toContain(secret?.value);
    expect(text).toContain("/reset-password?token=removed");
    expect(text).toContain('"code":"removed"');
    expect(text).not.toMatch(/271828|a-secret/);
    expect(text).not.toMatch(/[?&](amp;)?t(oken)?=(?!removed)[\w-]/);
    const url = await emptyDatabase();
    await restoreBackup(url, later);
    const [made] = await ask<{ value: string }>(url, "select value from shop_secret");
    expect(made?.value).toMatch(/^[\w-]{43}$/);
    expect(made).not.toEqual(secret);
  });

  it("of before, with the signing key in it, brings that back", async () => {
    const earlier = path.join(folder, "earlier.sql.gz");
    const plain = gunzipSync(readFileSync(file)).toString();
    const copied =
      "COPY public.shop_secret (name, value, created_at) FROM stdin;\ncookie\tof before\t2026-01-01\n\\.\n";
    const footed = plain
      .replace("COPY public.store_setting", `${copied}COPY public.store_setting`)
      .replace('-- {"rows":{', '-- {"rows":{"public.shop_secret":1,');
    writeFileSync(earlier, gzipSync(footed));
    const url = await emptyDatabase();
    await restoreBackup(url, earlier);
    expect(await ask(url, "select value from shop_secret")).toEqual([{ value: "of before" }]);
  });

  it("is opened by the key it was encrypted for, and by nothing else", async () => {
    const { key, recipient } = await makeBackupKey();
    const other = await makeBackupKey();
    const sealed = path.join(folder, "oxbow.sql.gz.age");
    await writeBackup(shopUrl(), sealed, { now: takenAt, recipients: [other.recipient, recipient] });
    expect(readFileSync(sealed).subarray(0, 21).toString()).toBe("age-encryption.org/v1");
    const url = await emptyDatabase();
    await expect(restoreBackup(url, sealed)).rejects.toThrow("This backup is encrypted");
    const stranger = await makeBackupKey();
    await expect(restoreBackup(url, sealed, stranger.key)).rejects.toThrow("encrypted for another key");
    await expect(restoreBackup(url, sealed, "a secret")).rejects.toThrow("begins with AGE-SECRET-KEY-");
    await restoreBackup(url, sealed, key);
    expect((await contentsOf(url))["public.product"]).toBe((await contentsOf(shopUrl()))["public.product"]);
    const wrong = writeBackup(shopUrl(), sealed, { now: takenAt, recipients: ["ssh-rsa AAAA"] });
    await expect(wrong).rejects.toThrow("no recipient of age");
  });

  it("that is encrypted and was damaged leaves the database empty", async () => {
    const { key, recipient } = await makeBackupKey();
    const sealed = path.join(folder, "damaged.sql.gz.age");
    await writeBackup(shopUrl(), sealed, { now: takenAt, recipients: [recipient] });
    const bytes = readFileSync(sealed);
    writeFileSync(sealed, bytes.subarray(0, -2000));
    const url = await emptyDatabase();
    await expect(restoreBackup(url, sealed, key)).rejects.toThrow(/backup/);
    expect(await ask(url, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  it("is for its owner's eyes, and plain SQL inside", async () => {
    const text = gunzipSync(readFileSync(file)).toString();
    expect(text).toContain("COPY public.product (id, ");
    expect(text.trimEnd().split("\n").at(-1)).toMatch(/^-- \{"rows":\{/);
  });

  it("never overwrites a database in use", async () => {
    await expect(restoreBackup(shopUrl(), file)).rejects.toThrow("This database is in use");
  });

  it.each([
    ["cut off in the middle", (text: string) => gzipSync(text.slice(0, text.length / 2))],
    ["whose file was cut off", (text: string) => gzipSync(text).subarray(0, -2000)],
    ["that lost a row", (text: string) => gzipSync(text.replace(/(\nCOPY public\.product .+\n).+\n/, "$1"))],
    ["without its last line", (text: string) => gzipSync(text.trimEnd().split("\n").slice(0, -1).join("\n"))],
    ["of a newer shop", (text: string) => gzipSync(text.replace(/Migration\d+/, "Migration29991231000000"))],
    ["of something else", () => gzipSync("create table x (y int);\n")],
    ["that is no gzip at all", () => Buffer.from("create table x (y int);\n")],
  ])("%s leaves the database empty", async (_, damage) => {
    const damaged = path.join(folder, "damaged.sql.gz");
    writeFileSync(damaged, damage(gunzipSync(readFileSync(file)).toString()));
    const url = await emptyDatabase();
    await expect(restoreBackup(url, damaged)).rejects.toThrow(/backup/);
    const restored = await ask<{ tables: number }>(
      url,
      "select count(*)::int as tables from pg_tables where schemaname = 'public' and tablename = 'product'",
    );
    if (restored[0]?.tables) expect(await ask(url, "select 1 from user_account")).toEqual([]);
  });
});

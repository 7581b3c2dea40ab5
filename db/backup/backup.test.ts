import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { QueryResultRow } from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sendPasswordReset } from "#server/accounts/set-password.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { withConnection } from "#server/testing/database.ts";
import { makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { makePayment } from "#server/testing/ledger.ts";
import { makeEmptyDatabase } from "#server/testing/listen.ts";
import { BackupError, makeBackupKey } from "./backup-format.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const takenAt = new Date("2026-03-02T12:00:00.000Z");
const folder = mkdtempSync(path.join(os.tmpdir(), "oxbow-backup-"));
const file = path.join(folder, "oxbow.sql.gz");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shopUrl = () => process.env.DATABASE_URL ?? "";

/** Where no database is. */
const NOWHERE = "postgres://nobody:x@127.0.0.1:9/none";

const ask = <Row extends QueryResultRow>(url: string, statement: string): Promise<Row[]> =>
  withConnection(url, async (client) => (await client.query<Row>(statement)).rows);

/** A digest of all rows of each table, and of its constraints and triggers. */
async function contentsOf(url: string): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    url,
    `select schemaname || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker')
       and tablename not in ('mikro_orm_migrations', 'migrations', 'rate_limit', 'shop_secret')`,
  );
  const digests = await ask<{ name: string; digest: string }>(
    url,
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t`,
      )
      .join(" union all "),
  );
  const [guards] = await ask<{ digest: string }>(
    url,
    `select (select string_agg(conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid), E'\\n' order by 1)
       from (select * from pg_constraint where connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname) c)
     || (select string_agg(tgrelid::regclass::text || tgname || tgenabled::text, ',' order by tgname, tgrelid::regclass::text)
       from pg_trigger where not tgisinternal) as digest`,
  );
  const contents = Object.fromEntries(digests.map(({ name, digest }) => [name, digest]));
  return { ...contents, guards: guards?.digest ?? "" };
}

describe("a backup", () => {
  let key: string;
  const sealed = path.join(folder, "oxbow.sql.gz.age");

  beforeAll(async () => {
    const context = await testContext();
    await makeProduct(context, { name: 'Tab\t, line\nend, back\\slash, \\. , \u2028 and "quotes" 🌱' });
    await makeUser(context);
    await makeOrder(context);
    await makePayment(context);
    await writeBackup(shopUrl(), file, { now: takenAt });
    const [own, other] = [await makeBackupKey(), await makeBackupKey()];
    key = own.key;
    await writeBackup(shopUrl(), sealed, { now: takenAt, recipients: [other.recipient, own.recipient] });
  });

  it("brings every row, constraint and trigger back into an empty database, where the shop goes on counting", async () => {
    const { url, drop } = await makeEmptyDatabase();
    onTestFinished(drop);
    const { at, rows } = await restoreBackup(url, sealed, key);
    expect(at).toBe(takenAt.toISOString());
    expect(rows["public.product"]).toBeGreaterThan(8);
    expect(await contentsOf(url)).toEqual(await contentsOf(shopUrl()));
    const [ids] = await ask<{ highest: number; next: number }>(
      url,
      "select max(id)::int as highest, nextval(pg_get_serial_sequence('product', 'id'))::int as next from product",
    );
    expect(ids?.next).toBe((ids?.highest ?? 0) + 1);
    const secrets = await ask<{ value: string }>(url, "select value from shop_secret");
    expect(secrets).toEqual([{ value: expect.stringMatching(/^[\w-]{43}$/) }]);
    expect(secrets).not.toEqual(await ask(shopUrl(), "select value from shop_secret"));
  }, 60_000);

  it("gives no access to its shop: it contains neither the signing key nor a link of a mail", async () => {
    const context = await testContext();
    await sendPasswordReset(context, await makeUser(context));
    await queueEmail(context.em.fork(), context, {
      key: "newsletter-code",
      template: "newsletter-verification",
      recipient: "reader@example.com",
      props: {
        code: "271828",
        link: "http://shop.test/newsletter/verify?token=a-secret",
        unsubscribeUrl: "http://shop.test/newsletter/unsubscribe?token=a-secret",
      },
    });
    const confirmUrl = "http://shop.test/admin/opening?step=mail&arrived=a-secret";
    await queueEmail(context.em.fork(), context, {
      key: "test-mail",
      template: "test-mail",
      recipient: "owner@example.com",
      props: { confirmUrl },
    });
    const later = path.join(folder, "later.sql.gz");
    await writeBackup(shopUrl(), later, { now: takenAt });
    const text = gunzipSync(readFileSync(later)).toString();
    const [secret] = await ask<{ value: string }>(shopUrl(), "select value from shop_secret");
    expect(secret?.value).toMatch(/^[\w-]{43}$/);
    expect(text).not.toContain(secret?.value);
    expect(text).toContain("/reset-password?token=removed");
    expect(text).toContain("step=mail&arrived=removed");
    expect(text).toContain('"code":"removed"');
    expect(text).not.toMatch(/271828|a-secret/);
    expect(text).not.toMatch(/[?&](amp;)?(t|token|arrived)=(?!removed)[\w-]/);
  });

  it("is opened by the key it was encrypted for, and by nothing else", async () => {
    expect(readFileSync(sealed).subarray(0, 21).toString()).toBe("age-encryption.org/v1");
    await expect(restoreBackup(NOWHERE, sealed)).rejects.toThrow("This backup is encrypted");
    const stranger = await makeBackupKey();
    await expect(restoreBackup(NOWHERE, sealed, stranger.key)).rejects.toThrow("encrypted for another key");
    await expect(restoreBackup(NOWHERE, sealed, "a secret")).rejects.toThrow("begins with AGE-SECRET-KEY-");
    const wrong = writeBackup(shopUrl(), sealed, { now: takenAt, recipients: ["ssh-rsa AAAA"] });
    await expect(wrong).rejects.toThrow("no recipient of age");
  });

  it("is for its owner's eyes, and plain SQL inside", async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
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
    ["that is encrypted and was cut off", () => readFileSync(sealed).subarray(0, -2000)],
  ])("%s is refused before the database is touched", async (_, damage) => {
    const damaged = path.join(folder, "damaged.sql.gz");
    writeFileSync(damaged, damage(gunzipSync(readFileSync(file)).toString()));
    const restored = restoreBackup(NOWHERE, damaged, key);
    await expect(restored).rejects.toThrow(BackupError);
    await expect(restored).rejects.toThrow(/backup/);
  });
});

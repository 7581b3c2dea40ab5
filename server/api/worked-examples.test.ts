import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Product } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import type { Capability } from "#server/core/roles.ts";
import { makeOrder, makeProduct, testContext } from "#server/testing/factories.ts";
import { serveRest } from "#server/testing/rest-caller.ts";
import { contract } from "#server/testing/rest-contract.ts";
import { makeApiKey } from "#server/testing/users.ts";

const run = promisify(execFile);
/** Each starts a process. */
const PATIENCE = { timeout: 120_000 };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "examples-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs an example of docs/rest.md as a reader would. */
async function runExample(
  name: string,
  parameters: string[],
  { url, permissions }: { url: string; permissions: Capability[] },
): Promise<{ stdout: string; stderr: string; code: number }> {
  const { token } = await makeApiKey({ permissions });
  const env = { ...process.env, SHOP_URL: url, SHOP_API_KEY: token };
  const program = run(process.execPath, [path.join("docs/examples", name), ...parameters], { env });
  return program.then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({
      stdout,
      stderr,
      code,
    }),
  );
}

it("the examples are right by the types that the document gives", PATIENCE, async () => {
  const client = path.join(folder, "client");
  await cp("docs/examples", client, { recursive: true });
  const types = await openapiTS(contract as unknown as OpenAPI3, { defaultNonNullable: false });
  await writeFile(path.join(client, "shop-api.ts"), astToString(types));
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const { compilerOptions } = JSON.parse(await readFile("tsconfig.json", "utf8"));
  const typesOfNode = { ...compilerOptions, types: ["node"] };
  await writeFile(path.join(client, "tsconfig.json"), JSON.stringify({ compilerOptions: typesOfNode }));
  const compiler = path.resolve("node_modules/typescript-native/bin/tsc");
  const said = await run(process.execPath, [compiler, "--project", client]).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  expect(said.stdout).toBe("");
});

describe("docs/examples/nightly-order-export.ts", PATIENCE, () => {
  it("writes every order of the day, page by page, and no other", async () => {
    const context = await testContext();
    const product = await makeProduct(context, { name: 'Biochar, "fine"', price: 1250 });
    const dayOf = async (createdAt: string) =>
      (await makeOrder(context, { lines: [{ product, quantity: 2 }], createdAt: new Date(createdAt) }))
        .invoiceNumber;
    await dayOf("2026-02-28T23:59:59Z");
    const expected = [];
    for (let hour = 0; hour < 3; hour += 1) expected.push(await dayOf(`2026-03-01T0${hour}:00:00Z`));
    for (let made = 0; made < 100; made += 1) await dayOf("2026-03-02T00:00:00Z");
    const { url, asked: calls } = await serveRest();
    const file = path.join(folder, "orders.csv");
    const permissions: Capability[] = ["orders.view", "orders.viewMoney"];
    const { code, stderr } = await runExample("nightly-order-export.ts", [file, "2026-03-01"], {
      url,
      permissions,
    });
    expect([code, stderr]).toEqual([0, ""]);
    const rows: Record<string, string>[] = parse(await readFile(file), { columns: true });
    expect(rows.map(({ invoiceNumber }) => invoiceNumber)).toEqual(expected.reverse());
    expect(rows[0]).toMatchObject({ productName: 'Biochar, "fine"', quantity: "2", price: "12.5" });
    expect(calls).toHaveLength(2);
  });

  it("says why it stopped when its key opens nothing of the kind", async () => {
    const { url } = await serveRest();
    const permissions: Capability[] = ["products.view"];
    const { code, stderr } = await runExample("nightly-order-export.ts", [path.join(folder, "none.csv")], {
      url,
      permissions,
    });
    expect(code).toBe(1);
    expect(stderr).toContain("403 This API key does not have the permission orders.view.");
  });
});

describe("docs/examples/update-stock.ts", PATIENCE, () => {
  const permissions: Capability[] = ["products.view", "products.edit"];

  it("sets what changed, leaves a sale made meanwhile sold, and tells what it could not do", async () => {
    const context = await testContext();
    const changed = await makeProduct(context, { stockQuantity: 5 });
    const same = await makeProduct(context, { stockQuantity: 7 });
    const file = path.join(folder, "stock.csv");
    const lines = [`${changed.slug},30`, `${same.slug},7`, "no-such-product,1", `${same.slug},many`];
    await writeFile(file, `\uFEFFslug,stockQuantity\r\n${lines.join("\r\n")}\r\n`);
    // Somebody buys one just before the first change arrives.
    let sold = false;
    const { url, asked: calls } = await serveRest(async (what) => {
      if (sold || !what.startsWith("PUT")) return;
      sold = true;
      await getOrm().em.fork().nativeUpdate(Product, changed.id, { stockQuantity: 4 });
    });
    const { stdout, stderr, code } = await runExample("update-stock.ts", [file], { url, permissions });
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toEqual([
      `${changed.slug}: 4 → 30`,
      `${same.slug}: stays 7`,
      "no-such-product: Product not found",
      `${same.slug}: "many" is not a number of units`,
      "",
    ]);
    expect(code).toBe(1);
    expect(calls.filter((what) => what.startsWith("PUT"))).toHaveLength(2);
  });
});

import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { handleRest } from "#server/api/rest-app.server.ts";
import { allows, type Capability, roles } from "#server/core/roles.ts";
import { makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { cookieFor } from "#server/testing/rest-caller.ts";
import type { staffFiles } from "./private-files.server.ts";

type CsvAddress = Extract<keyof typeof staffFiles, `${string}.csv`>;

/**
 * Every CSV file of the staff screens, with the permission of the list it exports. That of one batch has its test beside
 * what it exports, server/batches/recall-batch.test.ts.
 */
const permissions: Record<Exclude<CsvAddress, `${string}:${string}`>, Capability> = {
  "/admin/delivery-rates.csv": "settings.view",
  "/admin/evidence.csv": "evidence.export",
  "/admin/orders.csv": "orders.export",
  "/admin/packaging.csv": "reports.export",
  "/admin/packing.csv": "orders.dispatch",
  "/admin/products.csv": "products.export",
  "/admin/subscribers.csv": "subscribers.export",
  "/admin/users.csv": "users.export",
  "/admin/vat.csv": "reports.export",
};

const read = (address: string, cookie: string | undefined) =>
  handleRest(new Request(`http://127.0.0.1:3000${address}`, { headers: cookie ? { cookie } : {} }), {});

it("no text of a shopper is a formula in any of them", async () => {
  const context = await testContext();
  const formula = '=HYPERLINK("https://evil.example","x")';
  const product = await makeProduct(context, { name: `@${formula}`, category: `+${formula}` });
  const customer = await makeUser(context, { name: formula });
  await makeOrder(context, { customer, lines: [{ product, quantity: 1 }] });
  const cookie = await cookieFor("administrator");
  const disarmed: string[] = [];
  for (const name of Object.keys(permissions)) {
    const response = await read(name, cookie);
    const cells = (parse(await response.text(), { bom: true }) as string[][]).flat();
    for (const cell of cells) if (!/^-?[\d.]+$/.test(cell)) expect(cell, name).not.toMatch(/^[=+\-@\t\r]/);
    if (cells.some((cell) => /^'.?=HYPERLINK/.test(cell))) disarmed.push(name);
  }
  // The files that contain text typed by people.
  expect(disarmed.sort()).toEqual([
    "/admin/orders.csv",
    "/admin/packing.csv",
    "/admin/products.csv",
    "/admin/users.csv",
  ]);
});

describe.each(Object.entries(permissions))("%s", (name, permission) => {
  it.each(["visitor", ...roles] as const)(
    "is a file for those who may see its list, asked by a %s",
    async (role) => {
      const response = await read(name, await cookieFor(role)).catch((thrown: unknown) => thrown);
      if (!(response instanceof Response)) throw new Error("no answer");
      if (allows(role, permission)) {
        expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
        expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="[a-z-]+\.csv"$/);
        expect(response.headers.get("cache-control")).toBe("no-store");
        expect(await response.text()).toMatch(/^\uFEFF?\w[\w ]*(,\w[\w ]*)+\r\n/);
      } else {
        expect(response.status).toBe(role === "visitor" ? 401 : 403);
        expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
        expect(await response.text()).toMatch(/^[A-Z].*\.$/);
      }
    },
  );
});

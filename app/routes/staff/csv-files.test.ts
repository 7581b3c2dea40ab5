import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { Capability } from "#server/access/capabilities.ts";
import { allows, roles } from "#server/access/roles.ts";
import { makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { cookieFor } from "#server/testing/rest/rest-caller.ts";
import { routes } from "../../routes.ts";
import * as deliveryRates from "./delivery-rates-csv.ts";
import * as evidence from "./evidence-csv.ts";
import * as orders from "./orders-csv.ts";
import * as packaging from "./packaging-csv.ts";
import * as packing from "./packing-csv.ts";
import * as products from "./products-csv.ts";
import * as subscribers from "./subscribers-csv.ts";
import * as users from "./users-csv.ts";
import * as vat from "./vat-csv.ts";

/** Every CSV file of the staff screens, with the permission of the list it exports. */
const files: Record<string, [typeof orders.loader, Capability]> = {
  "delivery-rates.csv": [deliveryRates.loader, "settings.view"],
  "evidence.csv": [evidence.loader, "evidence.export"],
  "orders.csv": [orders.loader, "orders.export"],
  "packaging.csv": [packaging.loader, "reports.export"],
  "packing.csv": [packing.loader, "orders.dispatch"],
  "products.csv": [products.loader, "products.export"],
  "subscribers.csv": [subscribers.loader, "subscribers.export"],
  "users.csv": [users.loader, "users.export"],
  "vat.csv": [vat.loader, "reports.export"],
};

it("no CSV file of the site map is forgotten here", () => {
  // That of one batch has its test beside what it exports, server/batches/recall-batch.test.ts.
  const addresses = routes.flatMap(({ path }) =>
    path?.startsWith("admin/") && path.endsWith(".csv") && !path.includes(":") ? [path] : [],
  );
  expect(addresses.sort()).toEqual(
    Object.keys(files)
      .map((name) => `admin/${name}`)
      .sort(),
  );
});

it("no text of a shopper is a formula in any of them", async () => {
  const context = await testContext();
  const formula = '=HYPERLINK("https://evil.example","x")';
  const product = await makeProduct(context, { name: `@${formula}`, category: `+${formula}` });
  const customer = await makeUser(context, { name: formula });
  await makeOrder(context, { customer, lines: [{ product, quantity: 1 }] });
  const cookie = (await cookieFor("administrator")) ?? "";
  const disarmed: string[] = [];
  for (const [name, [loader]] of Object.entries(files)) {
    const request = new Request(`http://127.0.0.1:3000/admin/${name}`, { headers: { cookie } });
    const response = await loader({ request, params: {}, context: {} });
    const cells = (parse(await response.text(), { bom: true }) as string[][]).flat();
    for (const cell of cells) if (!/^-?[\d.]+$/.test(cell)) expect(cell, name).not.toMatch(/^[=+\-@\t\r]/);
    if (cells.some((cell) => /^'.?=HYPERLINK/.test(cell))) disarmed.push(name);
  }
  // The files that contain text typed by people.
  expect(disarmed).toEqual(["orders.csv", "packing.csv", "products.csv", "users.csv"]);
});

describe.each(Object.entries(files))("/admin/%s", (name, [loader, permission]) => {
  it.each(["visitor", ...roles] as const)(
    "is a file for those who may see its list, asked by a %s",
    async (role) => {
      const cookie = await cookieFor(role);
      const request = new Request(`http://127.0.0.1:3000/admin/${name}`, {
        headers: cookie ? { cookie } : {},
      });
      const response = await loader({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown);
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

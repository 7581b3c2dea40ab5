import path from "node:path";
import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, it } from "vitest";
import { z } from "zod";
import { makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { buttonsOf } from "#server/testing/page-sources.ts";
import { cookieOfUser } from "#server/testing/users.ts";
import { routes } from "../routes.ts";

/*
 * Mass assignment: a customer adds fields that nobody may set to every form of every page, with every button. New
 * forms are included automatically.
 */

const app = path.resolve(import.meta.dirname, "..");
const moduleSchema = z.object({
  action: z.custom<(args: ActionFunctionArgs) => unknown>((value) => typeof value === "function").optional(),
});

const planted = {
  id: "1",
  userId: "1",
  role: "administrator",
  isVerified: "on",
  hasResearchAccess: "on",
  isActive: "",
  version: "99",
  leadScore: "100",
  tags: "planted",
  notes: "planted",
  customerSegment: "planted",
  acquisitionSource: "planted",
  openingLifetimeValue: "1000000",
  totalLifetimeValue: "1000000",
  erasedAt: "2020-01-01",
  passwordHash: "planted",
  price: "0.01",
  salePrice: "0.01",
  currentPrice: "0.01",
  onSale: "on",
  stockQuantity: "0",
  taxRate: "0",
  status: "delivered",
  paymentStatus: "completed",
  total: "0.01",
  discount: "100",
  shippingCost: "0",
};

/** The database rows that those fields would change. */
async function privileges() {
  const { em } = await testContext();
  const users = await em.execute(
    `select id, role, is_verified, has_research_access, is_active, lead_score, tags, notes, customer_segment,
            acquisition_source, opening_lifetime_value, erased_at, password_hash from user_account order by id`,
  );
  const products = await em.execute(
    "select id, price, sale_price, on_sale, stock_quantity, tax_rate, version from product order by id",
  );
  const orders = await em.execute("select * from customer_order order by id");
  return { users, products, orders };
}

it("no form of any page sets a role, a verification, a price or a field of staff's", async () => {
  const context = await testContext();
  const product = await makeProduct(context);
  let calls = 0;
  for (const { path: pattern, file } of routes) {
    const { action } = moduleSchema.parse({ ...(await import(path.resolve(app, file))) });
    if (!action) continue;
    const user = await makeUser(context, { isVerified: false });
    const before = await privileges();
    for (const intent of ["", ...buttonsOf(file)]) {
      calls += 1;
      const fields = { productId: String(product.id), quantity: "1", returnTo: "/cart" };
      const account = {
        name: "Mallory",
        email: user.email,
        username: `x${calls}`,
        password: "a long password",
      };
      const form = new URLSearchParams({ ...planted, ...fields, ...account, intent });
      form.set("confirmPassword", "a long password");
      const request = new Request(`http://127.0.0.1:3000/${pattern}`, {
        method: "POST",
        headers: { Cookie: await cookieOfUser(user.id), "X-Client-Address": "203.0.113.7" },
        body: form,
      });
      const response = async () => action({ request, params: {}, context: {} });
      const failure = await response().then(
        () => null,
        (thrown: unknown) => (thrown instanceof Error ? thrown : null),
      );
      expect(failure, `${pattern} ${intent}`).toBeNull();
    }
    const { users, ...after } = await privileges();
    const existing = users.filter(({ id }) => before.users.some((one) => one.id === id));
    expect({ users: existing, ...after }, pattern).toEqual(before);
    // New users are customers without a verified address.
    for (const added of users.filter((one) => !existing.includes(one))) {
      expect(added).toMatchObject({ role: "customer", is_verified: false, tags: "", lead_score: null });
    }
  }
  expect(calls).toBeGreaterThan(100);
}, 240_000);

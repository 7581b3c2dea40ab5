import { beforeAll, expect, it } from "vitest";
import { Enquiry, Withdrawal } from "#db/entities/index.ts";
import { findLowStock } from "#server/catalogue/low-stock.server.ts";
import type { Context } from "#server/core/context.ts";
import type { Role } from "#server/core/roles.ts";
import { listEnquiries } from "#server/enquiries/enquiries.server.ts";
import { countFailedOrders } from "#server/orders/failed-orders.server.ts";
import { findOrdersToPack } from "#server/orders/packing.server.ts";
import { findOpenWithdrawals } from "#server/orders/withdrawals.server.ts";
import { countUnmatched } from "#server/reports/list-unmatched.server.ts";
import {
  asUser,
  makeFailedOrder,
  makeOrder,
  makeProduct,
  makeUser,
  testContext,
} from "#server/testing/factories.ts";
import { statementsOf } from "#server/testing/watch-writes.ts";
import { countWork } from "./today.server.ts";
import { workCountText, workKinds } from "./today.ts";

const staff = {} as Record<Role, Context>;

beforeAll(async () => {
  const context = await testContext();
  for (const role of ["customer", "packer", "shop_manager", "administrator"] as const) {
    staff[role] = asUser(context, await makeUser(context, { role }));
  }
  await makeOrder(context);
  const { id } = await makeOrder(context);
  await makeOrder(context, { status: "completed" });
  await makeFailedOrder(context);
  await makeProduct(context, { stockQuantity: 2 });
  const em = context.em.fork();
  em.create(Withdrawal, { order: id, key: "told", lines: [], submittedAt: new Date() });
  for (const answeredAt of [null, new Date()]) {
    em.create(Enquiry, {
      name: "Ann",
      email: "ann@example.com",
      subject: "Pallets",
      message: "How much?",
      answeredAt,
    });
  }
  await em.flush();
});

it("counts what each list holds", async () => {
  const administrator = staff.administrator;
  const counts = await countWork(administrator);
  expect(counts).toEqual({
    toPack: (await findOrdersToPack(administrator)).orders.length,
    enquiries: (await listEnquiries(administrator, { search: "", state: "open" })).enquiries.length,
    withdrawals: (await findOpenWithdrawals(administrator)).length,
    failedOrders: await countFailedOrders(administrator),
    unmatchedPayments: await countUnmatched(administrator),
    lowStock: (await findLowStock(administrator)).count,
  });
  expect(counts).toMatchObject({ withdrawals: 1, toPack: 2, enquiries: 1, failedOrders: 1 });
});

it("counts nothing, and reads nothing, that somebody may not see", async () => {
  expect(Object.keys(await countWork(staff.shop_manager)).sort()).toEqual(
    workKinds.filter((kind) => kind !== "unmatchedPayments").sort(),
  );
  const statements = await statementsOf(async () => {
    expect(await countWork(staff.packer)).toEqual({ toPack: 2, withdrawals: 1 });
  });
  expect(statements.join()).not.toMatch(/enquiry|failed_order|payment|product/);
});

it("asks the database once for all that is not the stock", async () => {
  const statements = await statementsOf(() => countWork(staff.shop_manager));
  expect(statements.filter((statement) => !statement.includes('"product"'))).toHaveLength(1);
});

it("says when counting stopped", () => {
  expect([0, 999, 1000].map(workCountText)).toEqual(["0", "999", "999+"]);
});

import { mutation, reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { findCustomers } from "#server/users/list-users.server.ts";
import { customerList } from "#server/users/users-query.ts";
import { findStaffOrder } from "./lists/find-staff-order.server.ts";
import { createStaffOrder } from "./placing/create-staff-order.server.ts";
import { counterSheetSchema, readCounterSheet } from "./placing/read-counter-sheet.server.ts";
import { discardCounterOrder, sendCounterOrder } from "./placing/send-counter-order.server.ts";

const CUSTOMERS_PAGE = 25;

/** What the shop manager's screen calls besides orders and products. */
export const shopRouter = router({
  customers: reading(findCustomers)
    .input(customerList.schema)
    .query(async ({ ctx, input }) => {
      const rows = await findCustomers(ctx, input, CUSTOMERS_PAGE + 1);
      const customers = rows.slice(0, CUSTOMERS_PAGE);
      return { customers, next: rows.length > CUSTOMERS_PAGE ? (customers.at(-1)?.id ?? null) : null };
    }),
  createOrder: mutation(createStaffOrder, (context, _order, { orderId }) => findStaffOrder(context, orderId)),
  counterSheet: reading(readCounterSheet)
    .input(counterSheetSchema)
    .query(({ ctx, input }) => readCounterSheet(ctx, input)),
  sendCounterOrder: mutation(sendCounterOrder),
  discardCounterOrder: mutation(discardCounterOrder),
});

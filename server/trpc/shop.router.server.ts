import { findCustomers } from "#server/customers/list-users.server.ts";
import { customerList } from "#server/customers/users-query.ts";
import {
  counterSheetSchema,
  discardCounterOrder,
  readCounterSheet,
  sendCounterOrder,
} from "#server/orders/counter-orders.server.ts";
import { createStaffOrder } from "#server/orders/create-staff-order.server.ts";
import { findStaffOrder } from "#server/orders/staff-order-view.server.ts";
import { mutation, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

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

import { SelectionBar, SelectionCommand, SelectionLink } from "#app/components/staff/selection/selection.tsx";
import { useMayAsk } from "#app/lib/use-may.ts";
import { orderCommands } from "#server/orders/order-commands.ts";

/** The form that the boxes of the rows belong to. */
export const SELECTED_ORDERS = "selected-orders";

/** What can be done with the selected orders: their papers, their dispatch, a file of them, and completing them. */
export function SelectedOrders() {
  const may = useMayAsk();
  return (
    <SelectionBar id={SELECTED_ORDERS} what="orders" commands={[orderCommands.completeMany]}>
      <SelectionLink to="/admin/packing/print" name="paper" value="slips" mark="print">
        Packing slips
      </SelectionLink>
      <SelectionLink to="/admin/packing/print" name="paper" value="picks">
        Pick list
      </SelectionLink>
      <SelectionLink to="/admin/packing/print" name="paper" value="notes">
        Delivery notes
      </SelectionLink>
      {may(orderCommands.dispatchMany.permission) && (
        <SelectionLink to="/admin/packing" mark="dispatch">
          Dispatch…
        </SelectionLink>
      )}
      {may(orderCommands.completeMany.permission) && (
        <SelectionCommand command={orderCommands.completeMany}>Mark completed</SelectionCommand>
      )}
      {may("orders.export") && <SelectionLink to="/admin/orders.csv">CSV</SelectionLink>}
    </SelectionBar>
  );
}

import type { DashboardPanelProps } from "#app/components/staff/dashboard-tab.tsx";
import { SelectionBar, SelectionCommand } from "#app/components/staff/selection/selection.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import type { FailedOrderView } from "#server/orders/failed-orders.server.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { formatProviderMoney } from "#server/payments/provider-facts.ts";
import { FailedOrderRow, SELECTED_FAILED } from "./failed-order-row.tsx";

interface FailedOrders {
  rows: FailedOrderView[];
  /** How many there are in all. */
  total: number;
}

/** The Failed Orders tab: who wanted to buy and could not pay, and why. */
export function FailedOrdersPanel({ first, loadedAt }: DashboardPanelProps<FailedOrders>) {
  const utils = trpc.useUtils();
  const list = trpc.orders.failed.useQuery(undefined, {
    initialData: first,
    initialDataUpdatedAt: loadedAt,
  });
  const failed = list.data;
  const mayDismiss = useMay(orderCommands.dismissManyFailed.permission);
  const refresh = () => void utils.orders.failed.invalidate();
  return (
    <StaffPanel
      id="failed-orders"
      title="Failed Orders"
      list={list}
      onRefresh={refresh}
      what="the failed orders"
    >
      {failed.rows.length === 0 ? (
        <EmptyState title="No failed orders" headingLevel={3}>
          When a payment fails, it is shown here with the reason until a later attempt succeeds.
        </EmptyState>
      ) : (
        <>
          {mayDismiss && (
            <SelectionBar
              id={SELECTED_FAILED}
              what="failed orders"
              commands={[orderCommands.dismissManyFailed]}
            >
              <SelectionCommand command={orderCommands.dismissManyFailed}>Put aside</SelectionCommand>
            </SelectionBar>
          )}
          <ul className="grid gap-3">
            {failed.rows.map((row) => (
              <FailedOrderRow
                key={row.id}
                amount={formatProviderMoney(row.totalAmount, {
                  provider: row.paymentMethod,
                  currency: row.currency,
                })}
                attempted={`${displayDate(row.attemptedAt)}, ${displayTime(row.attemptedAt)}`}
                row={row}
              />
            ))}
          </ul>
        </>
      )}
      {failed.total > failed.rows.length && (
        <p className="text-sm text-ink-soft">
          The newest {failed.rows.length} of {failed.total}.
        </p>
      )}
    </StaffPanel>
  );
}

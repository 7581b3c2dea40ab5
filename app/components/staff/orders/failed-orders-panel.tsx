import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { SelectBox, SelectionBar, SelectionCommand } from "#app/components/staff/kit/rows-table.tsx";
import { StaffList } from "#app/components/staff/kit/staff-list.tsx";
import { displayMoment } from "#app/lib/display-moment.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import type { FailedOrderView } from "#server/orders/failed-orders.server.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { formatProviderMoney } from "#server/payments/provider-facts.ts";
import { profileOf } from "#server/payments/provider-list.ts";

/** The Failed Orders tab: who wanted to buy and could not pay, and why. */
export function FailedOrdersPanel() {
  const [failed, list] = trpc.orders.failed.useSuspenseQuery();
  const mayDismiss = useMay(orderCommands.dismissManyFailed.permission);
  return (
    <StaffList
      id="failed-orders"
      title="Failed Orders"
      what="failed orders"
      list={list}
      count={failed.rows.length}
      none={{
        title: "No failed orders",
        text: "When a payment fails, it is shown here with the reason until a later attempt succeeds.",
      }}
    >
      {mayDismiss && (
        <SelectionBar name="failed" what="failed orders" commands={[orderCommands.dismissManyFailed]}>
          <SelectionCommand command={orderCommands.dismissManyFailed}>Put aside</SelectionCommand>
        </SelectionBar>
      )}
      <ul aria-label="Failed orders" className="grid gap-3">
        {failed.rows.map((row) => (
          <FailedOrderRow key={row.id} row={row} />
        ))}
      </ul>
      {failed.total > failed.rows.length && (
        <p className="text-sm text-ink-soft">
          The newest {failed.rows.length} of {failed.total}.
        </p>
      )}
    </StaffList>
  );
}

function FailedOrderRow({ row }: { row: FailedOrderView }) {
  const { paymentMethod: provider, currency } = row;
  const mayDismiss = useMay(orderCommands.dismissFailed.permission);
  return (
    <li
      data-row={row.id}
      className="grid gap-x-6 gap-y-2 rounded-lg border border-line bg-surface p-4 md:grid-cols-[1fr_2fr_auto] md:items-center"
    >
      <div className="flex items-start gap-3">
        {mayDismiss && <SelectBox name="failed" id={row.id} label={`the order of ${row.customerName}`} />}
        <div>
          <p className="font-medium">{row.customerName}</p>
          <p className="text-sm break-all text-ink-soft">{row.customerEmail}</p>
        </div>
      </div>
      <div>
        <p>{row.errorMessage}</p>
        <p className="text-sm text-ink-soft">
          <span className="tabular-nums">{formatProviderMoney(row.totalAmount, { provider, currency })}</span>{" "}
          · {profileOf(provider).shortLabel} · {displayMoment(row.attemptedAt)}
        </p>
      </div>
      {mayDismiss && (
        <CommandForm command={orderCommands.dismissFailed} hidden={{ failedOrderId: row.id }}>
          <SubmitButton variant="secondary" size="small" className="max-md:w-full">
            Put aside <span className="sr-only">the failed order of {row.customerName}</span>
          </SubmitButton>
        </CommandForm>
      )}
    </li>
  );
}

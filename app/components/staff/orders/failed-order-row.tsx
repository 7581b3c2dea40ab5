import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { SelectBox } from "#app/components/staff/selection/selection.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useMay } from "#app/lib/use-may.ts";
import type { FailedOrderView } from "#server/orders/failed-orders.server.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { profileOf } from "#server/payments/provider-list.ts";

/** The form that the boxes of the rows belong to. */
export const SELECTED_FAILED = "selected-failed-orders";

interface FailedOrderRowProps {
  row: FailedOrderView;
  /** As shown. */
  amount: string;
  attempted: string;
}

export function FailedOrderRow({ row, amount, attempted }: FailedOrderRowProps) {
  const mayDismiss = useMay(orderCommands.dismissFailed.permission);
  return (
    <li
      data-row={row.id}
      className="grid gap-x-6 gap-y-2 rounded-lg border border-line bg-surface p-4 md:grid-cols-[1fr_2fr_auto] md:items-center"
    >
      <div className="flex items-start gap-3">
        {mayDismiss && (
          <SelectBox
            form={SELECTED_FAILED}
            name="failed"
            id={row.id}
            label={`the order of ${row.customerName}`}
          />
        )}
        <div>
          <p className="font-medium">{row.customerName}</p>
          <p className="text-sm break-all text-ink-soft">{row.customerEmail}</p>
        </div>
      </div>
      <div>
        <p>{row.errorMessage}</p>
        <p className="text-sm text-ink-soft">
          <span className="tabular-nums">{amount}</span> · {profileOf(row.paymentMethod).shortLabel} ·{" "}
          {attempted}
        </p>
      </div>
      {mayDismiss && (
        <CommandForm command={orderCommands.dismissFailed} hidden={{ failedOrderId: row.id }}>
          {({ submit }) => (
            <Button variant="secondary" size="small" {...submit} className="max-md:w-full">
              Put aside <span className="sr-only">the failed order of {row.customerName}</span>
            </Button>
          )}
        </CommandForm>
      )}
    </li>
  );
}

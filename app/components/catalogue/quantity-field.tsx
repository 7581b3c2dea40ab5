import type { FocusEvent } from "react";
import { TextField } from "#app/components/ui/fields.tsx";
import { MAX_LINE_QUANTITY } from "#server/cart/cart-view.ts";

/** A number from 1 to 99; anything that is not a number counts as 1. */
export function QuantityField({ className }: { className?: string }) {
  return (
    <TextField
      label="Quantity"
      type="number"
      name="quantity"
      inputMode="numeric"
      defaultValue={1}
      min={1}
      max={MAX_LINE_QUANTITY}
      step={1}
      autoComplete="off"
      onBlur={settle}
      className={className}
    />
  );
}

function settle(event: FocusEvent<HTMLInputElement>) {
  const quantity = Math.trunc(event.currentTarget.valueAsNumber) || 1;
  event.currentTarget.value = String(Math.min(Math.max(quantity, 1), MAX_LINE_QUANTITY));
}

import { type ComponentProps, type ReactNode, useState } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { useFieldSource } from "#app/components/ui/fields.tsx";
import { type Currency, formatMoney, type Pence } from "#server/pricing/money.ts";

type FieldProps = Pick<ComponentProps<typeof Combobox>, "label" | "hint" | "hasFirstFocus">;

interface FinderProps<Found extends { id: number }> extends FieldProps {
  /** Its name in the form around it, which says what is wrong with it. */
  field?: string;
  /** What a text finds, and what is said of that. */
  useFound: (text: string) => { found: readonly Found[]; status: string };
  describe: (found: Found) => ReactNode;
  onChoose: (found: Found) => void;
}

/** A field that finds something by a few letters. Once it is chosen the field is empty again. */
export function Finder<Found extends { id: number }>(props: FinderProps<Found>) {
  const { useFound, describe, onChoose, field, ...texts } = props;
  const [text, setText] = useState("");
  const { found, status } = useFound(text);
  return (
    <Combobox
      {...texts}
      errors={useFieldSource({ field })?.errors}
      value={text}
      onType={setText}
      status={status}
      options={found.map((each) => ({ id: each.id, content: describe(each) }))}
      onChoose={(id) => {
        const chosen = found.find((each) => each.id === id);
        if (chosen) onChoose(chosen);
        setText("");
      }}
    />
  );
}

export function FoundProduct({
  product: { name, currentPrice, stockQuantity },
  currency,
}: {
  product: { name: string; currentPrice: Pence; stockQuantity: number };
  currency: Currency;
}) {
  return (
    <>
      <span className="font-medium">{name}</span>
      <span className="flex items-center gap-3 text-sm tabular-nums">
        {formatMoney(currentPrice, currency)}
        <StockBadge stock={stockQuantity} />
      </span>
    </>
  );
}

export function FoundCustomer({ name, email, city }: { name: string; email: string; city?: string }) {
  return (
    <>
      <span className="font-medium">{name}</span>
      <span className="text-sm break-all text-ink-soft">
        {email}
        {city && `, ${city}`}
      </span>
    </>
  );
}

/** The badge is normal above so many units. */
const NORMAL_ABOVE = 10;

/** How many units of a product there are, standing out when they are few. */
export function StockBadge({ stock }: { stock: number }) {
  if (stock <= 0) return <Badge tone="clay">Out of Stock</Badge>;
  if (stock > NORMAL_ABOVE) return <Badge tone="moss">{stock} in stock</Badge>;
  return <Badge tone="clay">Only {stock} left</Badge>;
}

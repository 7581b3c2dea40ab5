import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { useOptions } from "#app/components/staff/kit/use-options.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { FieldFrame, useFieldSource } from "#app/components/ui/fields.tsx";
import { type Currency, formatMoney, type Pence } from "#server/pricing/money.ts";

interface FinderProps<Found extends { id: number }> {
  label: string;
  hint?: string;
  /** It gets the focus when the dialog around it opens. */
  hasFirstFocus?: boolean;
  /** Its name in the form around it, which says what is wrong with it. */
  field?: string;
  /** What a text finds, and what is said of that. */
  useFound: (text: string) => { found: readonly Found[]; status: string };
  describe: (found: Found) => ReactNode;
  onChoose: (found: Found) => void;
}

/**
 * A field that finds something: type to search, arrow keys to move through what is found, Enter to choose, Escape to
 * close the list. Once something is chosen the field is empty again. The list is in the page's flow, so that no dialog
 * clips it.
 */
export function Finder<Found extends { id: number }>(props: FinderProps<Found>) {
  const { label, hint, hasFirstFocus, field, useFound, describe, onChoose } = props;
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const { found, status } = useFound(text);
  const errors = useFieldSource({ field })?.errors;
  const shown = isOpen && found.length > 0;
  const { id, active, setActive, moveTo, input, optionAt } = useOptions(found.length, shown);

  useEffect(() => {
    if (shown) document.getElementById(`${id}-list`)?.scrollIntoView({ block: "nearest" });
  }, [shown, id]);

  const search = (typed: string, opens: boolean) => {
    setText(typed);
    setIsOpen(opens);
    setActive(0);
  };

  const choose = (chosen: Found | undefined) => {
    if (!chosen) return;
    onChoose(chosen);
    search("", false);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      // Enter never submits the surrounding form.
      event.preventDefault();
      if (shown) choose(found[active]);
    } else if (event.key === "Escape" && shown) {
      event.preventDefault();
      setIsOpen(false);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setIsOpen(true);
      if (shown) moveTo(active + (event.key === "ArrowDown" ? 1 : -1));
    }
  };

  return (
    <FieldFrame
      label={label}
      controlId={id}
      errorId={`${id}-error`}
      hintId={`${id}-hint`}
      hint={hint}
      errors={errors}
    >
      <input
        {...input}
        aria-invalid={errors ? true : undefined}
        aria-describedby={
          [hint && `${id}-hint`, errors && `${id}-error`].filter(Boolean).join(" ") || undefined
        }
        maxLength={100}
        data-first-focus={hasFirstFocus || undefined}
        value={text}
        onChange={(event) => search(event.currentTarget.value, true)}
        onFocus={() => setIsOpen(text !== "")}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
        className="field-edge min-h-11 w-full px-3 py-2"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!shown}
        className="max-h-60 overflow-y-auto rounded-lg border border-line bg-surface"
      >
        {found.map((each, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
          <div
            key={each.id}
            role="option"
            tabIndex={-1}
            {...optionAt(index)}
            // Keep the focus in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(each)}
            className={classNames(
              "flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 px-3 py-2",
              index === active && "bg-sunken",
            )}
          >
            {describe(each)}
          </div>
        ))}
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {text === "" ? "" : status}
      </p>
    </FieldFrame>
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

import { Link } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { useId } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Picture } from "#app/components/ui/picture.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { quantityChoices } from "#server/cart/cart-rules.ts";
import type { CartLineView } from "#server/cart/cart-view.ts";
import { formatPounds } from "#server/pricing/money.ts";
import { useCartForm } from "./use-cart-form.ts";

interface CartLineProps {
  line: CartLineView;
  /** When the shopper follows the line to its product. */
  onLeave?: () => void;
}

/** Image, name, unit price, quantity selector and remove button of one product in the cart. */
export function CartLine({ line, onLeave }: CartLineProps) {
  const change = useCartForm();
  const remove = useCartForm();
  const chosen = Number(change.form.formData?.get("quantity") ?? line.quantity);
  const note = change.message ?? remove.message ?? stockNote(line);
  return (
    <li className={classNames("flex gap-4 py-5", remove.pending && "opacity-50")}>
      <Link
        to={`/products/${line.slug}`}
        onClick={onLeave}
        tabIndex={-1}
        aria-hidden="true"
        className="shrink-0"
      >
        <Picture
          src={line.imageUrl}
          alt=""
          sizes="5rem"
          className="size-20 rounded-lg border border-line object-cover"
        />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <div className="flex items-start justify-between gap-3">
          <div>
            <Link
              to={`/products/${line.slug}`}
              onClick={onLeave}
              className="font-medium underline-offset-4 hover:underline"
            >
              {line.name}
            </Link>
            <p className="text-sm text-ink-soft tabular-nums">{formatPounds(line.unitPrice)} each</p>
          </div>
          <p className="font-medium tabular-nums">{formatPounds(line.unitPrice * chosen)}</p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <change.form.Form method="post" action="/cart" className="flex items-center gap-2">
            <LineFields intent="change" line={line} returnTo={change.returnTo} />
            <QuantitySelector line={line} value={chosen} onChoose={(form) => change.form.submit(form)} />
            {change.pending && <Spinner className="size-4" label="Updating" />}
          </change.form.Form>
          <remove.form.Form method="post" action="/cart" className="ml-auto">
            <LineFields intent="remove" line={line} returnTo={remove.returnTo} />
            <button
              type="submit"
              disabled={remove.pending}
              aria-label={`Remove ${line.name}`}
              className="inline-flex size-11 items-center justify-center rounded-full text-ink-soft hover:bg-sunken hover:text-clay"
            >
              <Trash2 aria-hidden className="size-5" />
            </button>
          </remove.form.Form>
        </div>
        <p role="status" className="text-sm font-medium text-clay empty:hidden">
          {note}
        </p>
      </div>
    </li>
  );
}

interface QuantitySelectorProps {
  line: CartLineView;
  value: number;
  onChoose: (form: HTMLFormElement) => void;
}

/** Sends the choice at once; without JavaScript there is a button for it. */
function QuantitySelector({ line, value, onChoose }: QuantitySelectorProps) {
  const id = useId();
  const hydrated = useHydrated();
  return (
    <>
      <label htmlFor={id} className="text-sm text-ink-soft">
        Quantity<span className="sr-only"> of {line.name}</span>
      </label>
      <select
        id={id}
        name="quantity"
        value={value}
        onChange={(event) => event.currentTarget.form && onChoose(event.currentTarget.form)}
        className="field-edge min-h-11 px-3 tabular-nums"
      >
        {quantityChoices(value).map((quantity) => (
          <option key={quantity} value={quantity}>
            {quantity}
          </option>
        ))}
      </select>
      {!hydrated && (
        <Button variant="secondary" size="small">
          Update
        </Button>
      )}
    </>
  );
}

function LineFields({ intent, line, returnTo }: { intent: string; line: CartLineView; returnTo: string }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="productId" value={line.productId} />
      <input type="hidden" name="returnTo" value={returnTo} />
    </>
  );
}

/** A line may ask for more than can be sold now: others were quicker. */
function stockNote(line: CartLineView): string | null {
  if (line.stockQuantity === 0) return "Out of Stock";
  return line.quantity > line.stockQuantity ? `Only ${line.stockQuantity} left` : null;
}

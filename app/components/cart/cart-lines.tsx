import { Link } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { PerMeasure } from "#app/components/catalogue/per-measure.tsx";
import { Button, Spinner } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Notice } from "#app/components/ui/notice.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { useStoreCurrency, useStoreMoney } from "#app/lib/root-data.ts";
import { useShownWhilePending } from "#app/lib/use-delayed.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import {
  type CartLineView,
  type CartView,
  MAX_LINE_QUANTITY,
  quantityChoices,
} from "#server/cart/cart-view.ts";
import { type Currency, formatMoney } from "#server/pricing/money.ts";
import { perMeasureText } from "#server/pricing/price-per-measure.ts";
import { nextStepFor, reachedStep, stepBelowSale, unitPriceFor } from "#server/pricing/price-steps.ts";
import { useCartForm } from "./use-cart-form.ts";

/** The lines of the cart. When one is removed, a screen reader hears it and the focus stays in the list. */
export function CartLines({ lines, onLeave }: { lines: CartLineView[]; onLeave?: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(lines);
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    const removed = before.current.filter((old) => !lines.some((line) => line.productId === old.productId));
    before.current = lines;
    if (removed.length === 0) return;
    setAnnouncement(`Removed: ${removed.map((line) => line.name).join(", ")}`);
    if (document.activeElement === document.body) list.current?.focus();
  }, [lines]);

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Cart" className="divide-y divide-line outline-none">
        {lines.map((line) => (
          <CartLine key={line.productId} line={line} onLeave={onLeave} />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

interface CartLineProps {
  line: CartLineView;
  /** Called when the shopper follows the line to its product. */
  onLeave?: () => void;
}

/** One product in the cart: image, name, unit price, quantity selector and remove button. */
function CartLine({ line, onLeave }: CartLineProps) {
  const money = useStoreMoney();
  const currency = useStoreCurrency();
  const change = useCartForm();
  const remove = useCartForm();
  const changing = useShownWhilePending(change.pending);
  const removing = useShownWhilePending(remove.pending);
  const quantity = Number(change.form.formData?.get("quantity") ?? line.quantity);
  // While a choice is being saved, at its own price already.
  const unitPrice = unitPriceFor(line, quantity, line.tradeList);
  const perMeasure =
    unitPrice === line.unitPrice ? line.perMeasure : reachedStep(line, quantity, line.tradeList)?.perMeasure;
  const note = change.message ?? remove.message ?? stockNote(line);
  return (
    <li aria-busy={removing || undefined} className={classNames("flex gap-4 py-5", removing && "opacity-50")}>
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
            <p className="text-sm text-ink-soft tabular-nums">
              <span>{money(unitPrice)} each</span>
              <PerMeasure price={perMeasure} className="block" />
            </p>
          </div>
          <p className="font-medium tabular-nums">{money(unitPrice * quantity)}</p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <change.form.Form method="post" action="/cart" className="flex items-center gap-2">
            <LineFields intent="change" line={line} returnTo={change.returnTo} />
            <QuantitySelector line={line} value={quantity} onChoose={(form) => change.form.submit(form)} />
            {changing && <Spinner className="size-4" label="Updating" />}
          </change.form.Form>
          <remove.form.Form method="post" action="/cart" className="ml-auto">
            <LineFields intent="remove" line={line} returnTo={remove.returnTo} />
            <button
              type="submit"
              disabled={remove.pending}
              aria-label={`Remove ${line.name}`}
              className="inline-flex size-11 items-center justify-center rounded-full text-ink-soft hover:bg-sunken hover:text-clay"
            >
              {removing ? <Spinner className="size-5" /> : <Trash2 aria-hidden className="size-5" />}
            </button>
          </remove.form.Form>
        </div>
        <StepNotes line={line} quantity={quantity} currency={currency} />
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

/** Submits the choice at once. Without JavaScript there is a button for it. */
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
        {quantityChoices(value, line.priceSteps).map((quantity) => (
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

/** A line may hold more than can be sold now, because other shoppers were faster. */
function stockNote(line: CartLineView): string | null {
  if (line.stockQuantity === 0) return "Out of Stock";
  return line.quantity > line.stockQuantity ? `Only ${line.stockQuantity} left` : null;
}

/** Products that left the shop after they were added: listed, and not charged. */
export function NoLongerSold({ cart }: { cart: CartView | undefined }) {
  if (!cart || cart.noLongerSold.length === 0) return null;
  return (
    <div className="my-4 grid gap-3">
      {cart.noLongerSold.map((product) => (
        <Notice key={product.productId} title={`${product.name} is no longer sold.`}>
          <p>It is not part of your cart any more.</p>
          <Forget {...product} />
        </Notice>
      ))}
    </div>
  );
}

function Forget({ productId, name }: CartView["noLongerSold"][number]) {
  const remove = useCartForm();
  return (
    <remove.form.Form method="post" action="/cart" className="mt-2">
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="productId" value={productId} />
      <input type="hidden" name="returnTo" value={remove.returnTo} />
      <Button variant="secondary" size="small" pending={remove.pending}>
        Close <span className="sr-only">the message about {name}</span>
      </Button>
    </remove.form.Form>
  );
}

interface StepNotesProps {
  line: Pick<CartLineView, "currentPrice" | "onSale" | "priceSteps" | "tradeList">;
  quantity: number;
  currency: Currency;
}

/** Which step a line's price is, and how many more units reach the next one. */
export function StepNotes({ line, quantity, currency }: StepNotesProps) {
  const { tradeList } = line;
  const reached = reachedStep(line, quantity, tradeList);
  const belowSale = stepBelowSale(line, quantity, tradeList);
  const next = nextStepFor(line, quantity, tradeList, MAX_LINE_QUANTITY);
  if (!reached && !belowSale && !next) return null;
  const perMeasure = next && reachedStep(line, quantity + next.missing, tradeList)?.perMeasure;
  return (
    <p className="text-sm text-moss tabular-nums">
      {reached && <span className="block">{reachedText(reached)}</span>}
      {belowSale && (
        <span className="block">Sale price, lower than the price from {belowSale.minQuantity}</span>
      )}
      {next && (
        <span className="block">
          {next.missing} more: {formatMoney(next.price, currency)} each
          {perMeasure && ` (${perMeasureText(perMeasure, currency)})`}
          {next.saves > 0 && `, and ${formatMoney(next.saves, currency)} less in total`}
        </span>
      )}
    </p>
  );
}

function reachedText({ tradeList, minQuantity }: { tradeList: string | null; minQuantity: number }): string {
  if (tradeList === null) return `Price from ${minQuantity}`;
  return minQuantity === 1 ? "Your trade price" : `Your trade price from ${minQuantity}`;
}

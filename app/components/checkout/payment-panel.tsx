import { Link, useNavigation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useId } from "react";
import { Button, Spinner } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Notice } from "#app/components/ui/notice.tsx";
import { useRootData, useStoreCurrency, useStoreMoney } from "#app/lib/root-data.ts";
import { useShownWhilePending } from "#app/lib/use-delayed.ts";
import type { CheckoutError } from "#server/checkout/checkout.ts";
import { fieldsBeforePayment } from "#server/checkout/checkout-form.ts";
import type { PaymentOffer } from "#server/payments/provider.ts";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { codeOf, formatMoney, type Pence } from "#server/pricing/money.ts";
import { countryListId } from "./country-field.tsx";
import { type NeededField, neededFields } from "./form-details.ts";
import { FILL_IN_FIRST, LOADING_FORM } from "./payment-texts.ts";

interface PaymentPanelProps {
  error: CheckoutError | null;
  storeEmail: string;
  offers: readonly PaymentOffer[];
  /** Which one is chosen at first. */
  method: ProviderId;
  onMethodChange: () => void;
  /** Delivery to other countries costs nothing until it is agreed. */
  agreesAbroad: boolean;
  children: ReactNode;
}

/** The payment methods, and before the button what the shopper must know (docs/rules.md#checkout-4). */
export function PaymentPanel({ error, storeEmail, agreesAbroad, children, ...choice }: PaymentPanelProps) {
  const dispatchPromise = useRootData()?.store.dispatchPromise;
  return (
    <Card role="region" aria-labelledby="payment-method" className="group/payment">
      <h2 id="payment-method" className="text-xl">
        Payment Method
      </h2>
      <MethodSwitch {...choice} />
      <ul className="mt-4 flex list-disc flex-col gap-1 pl-5 text-sm text-ink-soft">
        <li>
          We normally send orders {dispatchPromise}.
          {agreesAbroad &&
            " Delivery outside the United Kingdom costs nothing more than the total says; how and when it comes is agreed with you before anything is sent."}
        </li>
        <li>
          You may cancel within 14 days of receiving your order:{" "}
          <Link to="/returns" className="underline">
            returns and cancellation
          </Link>
          .
        </li>
        <li>By paying you place an order with an obligation to pay. Questions: {storeEmail}</li>
      </ul>
      <div className="mt-5 flex flex-col gap-4">
        {error && <CheckoutErrorNotice error={error} />}
        {children}
      </div>
    </Card>
  );
}

type MethodSwitchProps = Pick<PaymentPanelProps, "offers" | "method" | "onMethodChange">;

/** It is part of the details form, which it stands outside of. */
function MethodSwitch({ offers, method, onMethodChange }: MethodSwitchProps) {
  return (
    <div role="radiogroup" aria-labelledby="payment-method" className="mt-4 grid gap-3 sm:grid-cols-2">
      {offers.map(({ provider }) => (
        <label
          key={provider}
          className="flex min-h-11 items-center gap-3 rounded-lg border border-line-strong px-4 font-medium has-checked:border-moss has-checked:bg-moss-soft"
        >
          <input
            type="radio"
            name="paymentMethod"
            value={provider}
            form="checkout"
            defaultChecked={provider === method || offers.length === 1}
            onChange={onMethodChange}
            className="size-5"
          />
          {profileOf(provider).methodLabel}
        </label>
      ))}
    </div>
  );
}

/** Why the checkout was refused, with the way to the cart where the stock is the reason. */
export function CheckoutErrorNotice({ error }: { error: CheckoutError }) {
  return (
    <Notice tone="error" title={error.message}>
      {error.aboutStock && (
        <Link to="/cart" className="underline">
          Change your cart
        </Link>
      )}
    </Notice>
  );
}

interface PayWithoutScriptProps {
  formId: string;
  total: Pence;
  offers: readonly PaymentOffer[];
  /** The form asks how the goods come. */
  hasChoice: boolean;
}

/**
 * A button by its place in the list, which is that of its choice above. Written out for the style sheet: what stands
 * further back keeps its button.
 */
const whileOthersAreChosen = [
  "group-has-[label:not(:nth-child(1))>[name=paymentMethod]:checked]/payment:hidden",
  "group-has-[label:not(:nth-child(2))>[name=paymentMethod]:checked]/payment:hidden",
  "group-has-[label:not(:nth-child(3))>[name=paymentMethod]:checked]/payment:hidden",
];

interface WaitingToPayProps {
  /** Why nothing can be paid yet. */
  why: string;
  /** The fields that it waits for, as they stand in the page. */
  fields: readonly NeededField[];
  method: ProviderId;
  total: Pence;
}

/**
 * Until something can be paid: what it waits for, with the way there, and the button with its price, which leads to the
 * first of them and pays nothing (docs/rules.md#checkout-1).
 */
export function WaitingToPay({ why, fields, method, total }: WaitingToPayProps) {
  const money = useStoreMoney();
  const reasonId = useId();
  const [first] = fields;
  return (
    <>
      <div id={reasonId} className="text-ink-soft">
        <p>{why}</p>
        {first && (
          <p className="mt-1">
            <span>{why === FILL_IN_FIRST ? "Still missing" : "Please check"}:</span>{" "}
            {fields.map((name, place) => (
              <span key={name}>
                {place > 0 && <span>, </span>}
                <MissingLink name={name} />
              </span>
            ))}
          </p>
        )}
      </div>
      <div>
        <Button
          type="button"
          size="large"
          aria-disabled
          aria-describedby={reasonId}
          onClick={() => first && goToField(first)}
        >
          {profileOf(method).payLabel} {money(total)}
        </Button>
      </div>
    </>
  );
}

function fieldId(name: NeededField): string {
  const id = `checkout-${name}`;
  return name === "country" || name === "shippingCountry" ? countryListId(id) : id;
}

/** The link is for browsers without JavaScript as well; with it, the address stays. */
function MissingLink({ name, className }: { name: NeededField; className?: string }) {
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    goToField(name);
  };
  return (
    <a href={`#${fieldId(name)}`} onClick={follow} className={classNames("underline", className)}>
      {neededFields[name]}
    </a>
  );
}

function goToField(name: NeededField): void {
  const field = document.getElementById(fieldId(name));
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}

/** Each shows while the browser finds its field empty or wrong: by the style sheet alone, so written out. */
const whileInvalid = {
  firstName: "hidden group-has-[#checkout-firstName:invalid]/checkout:inline",
  lastName: "hidden group-has-[#checkout-lastName:invalid]/checkout:inline",
  email: "hidden group-has-[#checkout-email:invalid]/checkout:inline",
  address: "hidden group-has-[#checkout-address:invalid]/checkout:inline",
  city: "hidden group-has-[#checkout-city:invalid]/checkout:inline",
  postcode: "hidden group-has-[#checkout-postcode:invalid]/checkout:inline",
} as const;

/**
 * For a browser without JavaScript: the details are sent, and the provider's own page takes the payment. Which of the
 * buttons shows follows the chosen method by the style sheet alone; each does what it says.
 */
export function PayWithoutScript({ formId, total, offers, hasChoice }: PayWithoutScriptProps) {
  const sending = useNavigation().formData?.get("intent");
  const currency = codeOf(useStoreCurrency());
  return (
    <>
      <div className="text-ink-soft">
        <p>{FILL_IN_FIRST}</p>
        <p className="mt-1 hidden gap-x-3 group-has-[:required:invalid]/checkout:flex flex-wrap">
          Still missing:
          {fieldsBeforePayment.map((name) => (
            <MissingLink key={name} name={name} className={whileInvalid[name]} />
          ))}
        </p>
      </div>
      <p className="text-sm text-ink-soft">
        Delivery depends on the country{hasChoice && " and on how your order reaches you"}: after changing it,
        update the total before you pay. You pay on the next page.
      </p>
      {/* What the button says is what is charged: the server refuses when the country has changed it. */}
      <input type="hidden" form={formId} name="shownTotal" value={total} />
      <input type="hidden" form={formId} name="shownCurrency" value={currency} />
      <div className="flex flex-wrap gap-3">
        {offers.map(({ provider }, place) => (
          <Button
            key={provider}
            form={formId}
            name="intent"
            value={`pay-${provider}`}
            size="large"
            pending={sending === `pay-${provider}`}
            disabled={sending !== undefined}
            className={whileOthersAreChosen[place]}
          >
            {profileOf(provider).payLabel} {formatMoney(total, currency)}
          </Button>
        ))}
        <Button form={formId} name="intent" value="update" formNoValidate variant="secondary" size="large">
          Update total
        </Button>
      </div>
    </>
  );
}

export function LoadingForm() {
  const shown = useShownWhilePending(true);
  return (
    <p role="status" data-pending="" className="flex min-h-6 items-center gap-3 text-ink-soft">
      {shown && (
        <>
          <Spinner className="size-5" />
          <span>{LOADING_FORM}</span>
        </>
      )}
    </p>
  );
}

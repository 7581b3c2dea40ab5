import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Card } from "#app/components/ui/card.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { CheckoutRefusal } from "#server/checkout/checkout-response.ts";
import type { PaymentMethod } from "#server/payments/payment-status.ts";

interface PaymentPanelProps {
  refusal: CheckoutRefusal | null;
  storeEmail: string;
  offersPayPal: boolean;
  /** Which one is chosen at first. */
  method: PaymentMethod;
  onMethodChange: () => void;
  children: ReactNode;
}

/** The payment methods, and before the button what the shopper must know (docs/rules.md#checkout-4). */
export function PaymentPanel({ refusal, storeEmail, children, ...choice }: PaymentPanelProps) {
  return (
    <Card role="region" aria-labelledby="payment-method" className="group/payment">
      <h2 id="payment-method" className="text-xl">
        Payment Method
      </h2>
      <MethodSwitch {...choice} />
      <ul className="mt-4 flex list-disc flex-col gap-1 pl-5 text-sm text-ink-soft">
        <li>
          We normally send orders within 2 working days. Delivery outside the United Kingdom is agreed with
          you before anything is sent.
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
        {refusal && <CheckoutRefusalNotice refusal={refusal} />}
        {children}
      </div>
    </Card>
  );
}

type MethodSwitchProps = Pick<PaymentPanelProps, "offersPayPal" | "method" | "onMethodChange">;

const methods = [
  { value: "stripe", label: "Credit Card" },
  { value: "paypal", label: "PayPal" },
] as const;

/** It is part of the details form, which it stands outside of. */
function MethodSwitch({ offersPayPal, method, onMethodChange }: MethodSwitchProps) {
  const offered = methods.filter(({ value }) => offersPayPal || value === "stripe");
  return (
    <div role="radiogroup" aria-labelledby="payment-method" className="mt-4 grid gap-3 sm:grid-cols-2">
      {offered.map(({ value, label }) => (
        <label
          key={value}
          className="flex min-h-11 items-center gap-3 rounded-lg border border-line-strong px-4 font-medium has-checked:border-moss has-checked:bg-moss-soft"
        >
          <input
            type="radio"
            name="paymentMethod"
            value={value}
            form="checkout"
            defaultChecked={value === method || offered.length === 1}
            onChange={onMethodChange}
            className="size-5"
          />
          {label}
        </label>
      ))}
    </div>
  );
}

/** Why the checkout was refused, with the way to the cart where the stock is the reason. */
export function CheckoutRefusalNotice({ refusal }: { refusal: CheckoutRefusal }) {
  return (
    <Notice tone="error" title={refusal.message}>
      {refusal.aboutStock && (
        <Link to="/cart" className="underline">
          Change your cart
        </Link>
      )}
    </Notice>
  );
}

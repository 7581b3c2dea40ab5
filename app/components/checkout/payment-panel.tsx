import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Card } from "#app/components/ui/card.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { CheckoutRefusal } from "#server/checkout/checkout-answer.ts";

interface PaymentPanelProps {
  refusal: CheckoutRefusal | null;
  storeEmail: string;
  children: ReactNode;
}

/** The payment methods, and before the button what the shopper must know (resolution C5). */
export function PaymentPanel({ refusal, storeEmail, children }: PaymentPanelProps) {
  return (
    <Card role="region" aria-labelledby="payment-method">
      <h2 id="payment-method" className="text-xl">
        Payment Method
      </h2>
      <label className="mt-4 flex min-h-11 items-center gap-3 rounded-lg border border-moss bg-moss-soft px-4 font-medium">
        <input
          type="radio"
          name="paymentMethod"
          value="stripe"
          form="checkout"
          defaultChecked
          className="size-5"
        />
        Credit Card
      </label>
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
        {refusal && <RefusalNotice refusal={refusal} />}
        {children}
      </div>
    </Card>
  );
}

export function RefusalNotice({ refusal }: { refusal: CheckoutRefusal }) {
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

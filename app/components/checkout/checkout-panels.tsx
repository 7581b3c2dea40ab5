import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { CartView } from "#server/cart/cart-view.ts";
import type { CheckoutRefusal, PreparedPayment } from "#server/checkout/checkout-answer.ts";
import { type CheckoutForm, checkoutFormSchema, DEFAULT_COUNTRY } from "#server/checkout/checkout-details.ts";
import { type PricingRules, quoteCheckout } from "#server/checkout/quote-checkout.ts";
import { expressPrice } from "#server/pricing/delivery.ts";
import { DetailsFields } from "./details-fields.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { PayInPage, type PaymentOffer } from "./pay-in-page.tsx";
import { PayWithoutScript } from "./pay-without-script.tsx";
import { PaymentPanel } from "./payment-panel.tsx";
import { PAYPAL_CANCELLED } from "./paypal-call.ts";
import { deliveryCountryOf, methodIn, type TypedDetails, typedIn } from "./typed-details.ts";

/** What the action said, as conform takes it. */
export interface CheckoutAnswer {
  result: Omit<SubmissionResult<string[]>, "initialValue"> & { initialValue: Record<string, string> };
  payment: PreparedPayment | null;
  refusal: CheckoutRefusal | null;
}

interface CheckoutPanelsProps {
  cart: CartView;
  form: CheckoutForm;
  rules: PricingRules;
  payment: PaymentOffer;
  /** The shopper has just come back from PayPal's page without paying. */
  payPalCancelled: boolean;
  storeEmail: string;
  /** To a form that was sent without JavaScript. */
  answer: CheckoutAnswer | null;
}

/** Spec section 9, of the built-in delivery rule. */
const FREE_SHIPPING = "Free UK shipping on orders over £45";

/** Order summary, details and payment. The card form stands outside the details form, which it must not be part of. */
export function CheckoutPanels({
  cart,
  form: known,
  rules,
  payment,
  payPalCancelled,
  storeEmail,
  answer,
}: CheckoutPanelsProps) {
  const hydrated = useHydrated();
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<CheckoutForm>({
    id: "checkout",
    defaultValue: known,
    lastResult: answer?.result,
    constraint: getZodConstraint(checkoutFormSchema),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: checkoutFormSchema }),
  });
  const [typed, setTyped] = useState<TypedDetails>(() => sentOrKnown(answer, known));
  // The browser may have filled in fields (autofill, a reload) before this script ran.
  useEffect(() => {
    if (element.current) setTyped(typedIn(element.current));
  }, []);
  const delivery = { country: deliveryCountryOf(typed), wantsExpress: typed.expressDelivery };
  const totals = quoteCheckout(cart.lines, delivery, rules);

  return (
    <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_24rem] lg:gap-12">
      <OrderSummary
        lines={cart.lines}
        totals={totals}
        deliveryNote={rules.deliveryRule.kind === "as_specified" ? FREE_SHIPPING : cart.deliverySentence}
        className="lg:sticky lg:top-24 lg:col-start-2"
      />
      <div className="flex flex-col gap-6 lg:col-start-1 lg:row-start-1">
        <Form
          method="post"
          {...getFormProps(form)}
          ref={element}
          onChange={(event) => setTyped(typedIn(event.currentTarget))}
        >
          <DetailsFields fields={fields} express={expressPrice(DEFAULT_COUNTRY, rules.deliveryRule)} />
        </Form>
        <PaymentPanel
          refusal={answer?.refusal ?? null}
          storeEmail={storeEmail}
          offersPayPal={payment.paypal !== null}
          method={methodIn(answer?.result.initialValue)}
          onMethodChange={() => element.current && setTyped(typedIn(element.current))}
        >
          {payPalCancelled && <Notice title={PAYPAL_CANCELLED} />}
          {hydrated ? (
            <PayInPage typed={typed} payment={payment} cartKey={cartKeyOf(cart)} />
          ) : (
            <PayWithoutScript formId={form.id} total={totals.total} offersPayPal={payment.paypal !== null} />
          )}
        </PaymentPanel>
      </div>
    </div>
  );
}

function sentOrKnown(answer: CheckoutAnswer | null, known: CheckoutForm): TypedDetails {
  const sent = answer?.result.initialValue;
  return {
    country: sent?.country ?? known.country,
    shippingCountry: sent?.shippingCountry ?? known.shippingCountry,
    sameShipping: sent ? sent.sameShipping === "on" : known.sameShipping,
    expressDelivery: sent ? sent.expressDelivery === "on" : known.expressDelivery,
    fields: {},
  };
}

/** Changes when the cart does: what was prepared for another cart is not paid. */
function cartKeyOf(cart: CartView): string {
  return cart.lines.map((line) => `${line.productId}×${line.quantity}@${line.unitPrice}`).join(",");
}

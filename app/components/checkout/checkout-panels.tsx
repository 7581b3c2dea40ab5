import type { SubmissionResult } from "@conform-to/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { CartView } from "#server/cart/cart-view.ts";
import type { CheckoutForm } from "#server/checkout/checkout-details.ts";
import { DEFAULT_COUNTRY } from "#server/checkout/checkout-form.ts";
import type { CheckoutRefusal, PreparedPayment } from "#server/checkout/checkout-response.ts";
import { type PricingRules, quoteCheckout } from "#server/checkout/quote-checkout.ts";
import type { FieldRules } from "#server/http/field-rules.ts";
import type { PaymentOffer } from "#server/payments/provider.ts";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { expressPrice } from "#server/pricing/delivery.ts";
import { DetailsFields } from "./details-fields.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { LoadingForm, PaymentPanel, PayWithoutScript } from "./payment-panel.tsx";
import { FILL_IN_FIRST, leftWithoutPaying } from "./payment-texts.ts";
import {
  deliveryCountryOf,
  deliveryPostcodeOf,
  detailsIn,
  type FormDetails,
  isFilledIn,
  methodIn,
} from "./typed-details.ts";

const loadPayInPage = () => import("./pay-in-page.tsx");
const PayInPage = lazy(async () => ({ default: (await loadPayInPage()).PayInPage }));

/** What the action said, as conform takes it. */
export interface CheckoutResponse {
  result: Omit<SubmissionResult<string[]>, "initialValue"> & { initialValue: Record<string, string> };
  payment: PreparedPayment | null;
  refusal: CheckoutRefusal | null;
}

interface CheckoutPanelsProps {
  cart: CartView;
  form: CheckoutForm;
  fieldRules: FieldRules<keyof CheckoutForm>;
  rules: PricingRules;
  offers: PaymentOffer[];
  /** From the page of this provider the shopper has just come back without paying. */
  leftProvider: ProviderId | null;
  storeEmail: string;
  /** To a form that was sent without JavaScript. */
  answer: CheckoutResponse | null;
}

/** What the built-in delivery rule says of free delivery. */
const FREE_SHIPPING = "Free UK shipping on orders over £45";

/** Order summary, details and payment. The card form stands outside the details form, which it must not be part of. */
export function CheckoutPanels({
  cart,
  form: known,
  fieldRules,
  rules,
  offers,
  leftProvider,
  storeEmail,
  answer,
}: CheckoutPanelsProps) {
  const hydrated = useHydrated();
  const [form, fields] = useCheckedForm({
    id: "checkout",
    rules: fieldRules,
    fetchSchema: async () => (await import("#server/checkout/checkout-details.ts")).checkoutFormSchema,
    lastResult: answer?.result,
    defaultValue: known,
    whenLeft: true,
  });
  const { ref } = form;
  const [typed, setTyped] = useState<FormDetails>(() => sentOrKnown(answer, known));
  // The browser may have filled in fields (autofill, a reload) before this script ran.
  useEffect(() => {
    if (ref.current) setTyped(detailsIn(ref.current));
  }, [ref]);
  // From then on it stays, with what has been paid.
  const [paying, setPaying] = useState(false);
  if (!paying && isFilledIn(typed)) setPaying(true);
  const delivery = {
    country: deliveryCountryOf(typed),
    postcode: deliveryPostcodeOf(typed),
    wantsExpress: typed.expressDelivery,
  };
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
        <CheckedForm
          form={form}
          onFocus={() => {
            form.onFocus();
            void loadPayInPage();
          }}
          onChange={(event) => setTyped(detailsIn(event.currentTarget))}
        >
          <DetailsFields fields={fields} express={expressPrice(DEFAULT_COUNTRY, rules.deliveryRule)} />
        </CheckedForm>
        <PaymentPanel
          refusal={answer?.refusal ?? null}
          storeEmail={storeEmail}
          offers={offers}
          method={methodIn(answer?.result.initialValue)}
          onMethodChange={() => ref.current && setTyped(detailsIn(ref.current))}
        >
          {leftProvider && <Notice title={leftWithoutPaying(profileOf(leftProvider).name)} />}
          {!hydrated && <PayWithoutScript formId={form.id} total={totals.total} offers={offers} />}
          {hydrated && !paying && <p className="text-ink-soft">{FILL_IN_FIRST}</p>}
          {hydrated && paying && (
            <Suspense fallback={<LoadingForm />}>
              <PayInPage typed={typed} offers={offers} cartKey={cartKeyOf(cart)} />
            </Suspense>
          )}
        </PaymentPanel>
      </div>
    </div>
  );
}

function sentOrKnown(answer: CheckoutResponse | null, known: CheckoutForm): FormDetails {
  const sent = answer?.result.initialValue;
  return {
    country: sent?.country ?? known.country,
    shippingCountry: sent?.shippingCountry ?? known.shippingCountry,
    sameShipping: sent ? sent.sameShipping === "on" : known.sameShipping,
    expressDelivery: sent ? sent.expressDelivery === "on" : known.expressDelivery,
    fields: {
      postcode: sent?.postcode ?? known.postcode,
      shippingPostcode: sent?.shippingPostcode ?? known.shippingPostcode,
    },
  };
}

/** Changes when the cart does: what was prepared for another cart is not paid. */
function cartKeyOf(cart: CartView): string {
  return cart.lines.map((line) => `${line.productId}×${line.quantity}@${line.unitPrice}`).join(",");
}

import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { loadStripe, type Stripe } from "@stripe/stripe-js";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { formatMoney } from "#server/pricing/money.ts";
import { LOAD_FAILED, PROCESSING } from "../payment-texts.ts";
import { type CardFormProps, useCardPayment } from "./pay-with-elements.ts";

/** Stripe's Payment Element: the card's data goes from its frame to Stripe and never to this shop. */
export default function StripeCardForm(props: CardFormProps) {
  const [attempt, setAttempt] = useState(1);
  const [failed, setFailed] = useState(false);
  const tryAgain = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  if (!failed) return <LoadedForm key={attempt} {...props} onLoadError={() => setFailed(true)} />;
  return (
    <>
      <Notice tone="error" title={LOAD_FAILED} />
      <div>
        <Button type="button" variant="secondary" onClick={tryAgain}>
          Try again
        </Button>
      </div>
    </>
  );
}

type LoadedFormProps = CardFormProps & { onLoadError: () => void };

/**
 * Elements know the amount and no payment yet (docs.stripe.com/payments/accept-a-payment-deferred): Stripe.js refuses
 * to confirm a payment of another amount, currency or kind than the form was opened for.
 */
function LoadedForm({ publishableKey, onLoadError, ...props }: LoadedFormProps) {
  const [stripe] = useState(() => loadStripeOnce(publishableKey));
  const payment = useCardPayment({ publishableKey, ...props });
  useEffect(() => {
    stripe.catch(onLoadError);
  }, [stripe, onLoadError]);
  return (
    <Elements
      stripe={stripe}
      options={{
        mode: "payment",
        amount: payment.amount,
        currency: props.currency,
        // As the server makes its intents.
        allowedPaymentMethodTypes: ["card"],
        locale: "en-GB",
      }}
    >
      <PaymentForm {...props} payment={payment} onLoadError={onLoadError} />
    </Elements>
  );
}

interface PaymentFormProps extends Pick<LoadedFormProps, "currency" | "disabled" | "onLoadError"> {
  payment: ReturnType<typeof useCardPayment>;
}

function PaymentForm({ payment, currency, disabled = false, onLoadError }: PaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const { amount, busy, failure } = payment;
  const pay = (event: FormEvent) => {
    event.preventDefault();
    if (stripe && elements) void payment.pay(stripe, elements);
  };
  return (
    <form onSubmit={pay} aria-label="Card payment" className="flex flex-col gap-4">
      <PaymentElement onLoadError={onLoadError} />
      {failure && <Notice tone="error" title={failure} />}
      <Button size="large" pending={busy} pendingLabel={PROCESSING} disabled={disabled || !stripe}>
        Pay {formatMoney(amount, currency)}
      </Button>
    </form>
  );
}

const loaded = new Map<string, Promise<Stripe | null>>();

/** Stripe's script for a key, fetched once; a failed attempt is forgotten, so that the next call tries again. */
export function loadStripeOnce(
  publishableKey: string,
  load: (publishableKey: string) => Promise<Stripe | null> = loadStripe,
): Promise<Stripe | null> {
  const known = loaded.get(publishableKey);
  if (known) return known;
  const stripe = load(publishableKey);
  loaded.set(publishableKey, stripe);
  stripe.catch(() => loaded.delete(publishableKey));
  return stripe;
}

import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { loadStripe, type Stripe } from "@stripe/stripe-js";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { formatMoney, type Pence } from "#server/pricing/money.ts";
import { LOAD_FAILED, PROCESSING } from "../payment-texts.ts";
import type { CardFormProps } from "./pay-part.tsx";
import { payWithElements } from "./pay-with-elements.ts";

/** Stripe's Payment Element: the card's data goes from its frame to Stripe and never to this shop. */
export function StripeCardForm(props: CardFormProps) {
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
function LoadedForm({ publishableKey, ...rest }: LoadedFormProps) {
  const [stripe] = useState(() => loadStripeOnce(publishableKey));
  // While a payment is on its way the form stays with the amount that was pressed, whatever is typed meanwhile.
  const [paying, setPaying] = useState<Pence>();
  const amount = paying ?? rest.amount;
  const { onLoadError } = rest;
  useEffect(() => {
    stripe.catch(onLoadError);
  }, [stripe, onLoadError]);
  return (
    <Elements
      stripe={stripe}
      options={{
        mode: "payment",
        amount,
        currency: rest.currency,
        // As the server makes its intents.
        allowedPaymentMethodTypes: ["card"],
        locale: "en-GB",
      }}
    >
      <PaymentForm {...rest} amount={amount} busy={paying !== undefined} onBusy={setPaying} />
    </Elements>
  );
}

type PaymentFormProps = Omit<LoadedFormProps, "publishableKey"> & {
  busy: boolean;
  /** With the amount that is being paid; with nothing once another try may follow. */
  onBusy: (amount: Pence | undefined) => void;
};

function PaymentForm({ amount, currency, disabled = false, busy, onBusy, ...props }: PaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const running = useRef(false);
  const [failure, setFailure] = useState<string>();

  const openAgain = () => {
    running.current = false;
    onBusy(undefined);
  };
  const fail = (message: string) => {
    openAgain();
    setFailure(message);
    props.onError(message);
  };

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || disabled || running.current) return;
    running.current = true;
    onBusy(amount);
    setFailure(undefined);
    const end = await payWithElements({
      stripe,
      elements,
      openPayment: props.openPayment,
      returnUrl: `${window.location.origin}/checkout-success`,
    });
    if (end.kind === "incomplete") openAgain();
    else if (end.kind === "failed") fail(end.message);
    else props.onTaken(end.paymentIntentId);
  };

  return (
    <form onSubmit={(event) => void pay(event)} aria-label="Card payment" className="flex flex-col gap-4">
      <PaymentElement onLoadError={props.onLoadError} />
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

import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { intentIdOf } from "./intent-id.ts";
import { loadStripeOnce } from "./load-stripe-once.ts";
import { LOAD_FAILED, PROCESSING } from "./payment-texts.ts";
import { outcomeOf } from "./stripe-outcome.ts";

interface StripeCardFormProps {
  clientSecret: string;
  publishableKey: string;
  /** The total that is charged, such as "£12.34". */
  amountLabel: string;
  /** Asked before anything is charged; tells why not to. */
  beforePaying: () => Promise<string | undefined>;
  onPaid: (paymentIntentId: string) => void;
  onProcessing: (paymentIntentId: string) => void;
  onError: (message: string) => void;
  disabled?: boolean;
}

/** Stripe's Payment Element: the card's data goes from its frame to Stripe and never to this shop. */
export function StripeCardForm(props: StripeCardFormProps) {
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

function LoadedForm({ publishableKey, ...rest }: StripeCardFormProps & { onLoadError: () => void }) {
  const [stripe] = useState(() => loadStripeOnce(publishableKey));
  const { clientSecret, onLoadError } = rest;
  useEffect(() => {
    stripe.catch(onLoadError);
  }, [stripe, onLoadError]);
  return (
    <Elements stripe={stripe} options={{ clientSecret, locale: "en-GB" }}>
      <PaymentForm {...rest} />
    </Elements>
  );
}

type PaymentFormProps = Omit<StripeCardFormProps, "publishableKey"> & { onLoadError: () => void };

function PaymentForm(props: PaymentFormProps) {
  const { clientSecret, amountLabel, disabled = false, beforePaying, onPaid, onProcessing, onError } = props;
  const stripe = useStripe();
  const elements = useElements();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const shownAmount = useRef(amountLabel);

  // The amount lies with Stripe: after the server has changed it there, the form fetches it.
  useEffect(() => {
    if (shownAmount.current === amountLabel) return;
    shownAmount.current = amountLabel;
    void elements?.fetchUpdates();
  }, [amountLabel, elements]);

  const fail = (message: string) => {
    running.current = false;
    setBusy(false);
    setFailure(message);
    onError(message);
  };

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || disabled || running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    const refusal = await beforePaying();
    if (refusal) return fail(refusal);
    const confirmed = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}/checkout-success` },
      redirect: "if_required",
    });
    const outcome = await outcomeOf(confirmed, () => stripe.retrievePaymentIntent(clientSecret));
    if (outcome.kind === "failed") fail(outcome.message);
    else if (outcome.kind === "paid") onPaid(intentIdOf(clientSecret));
    else onProcessing(intentIdOf(clientSecret));
  };

  return (
    <form onSubmit={(event) => void pay(event)} aria-label="Card payment" className="flex flex-col gap-4">
      <PaymentElement onLoadError={props.onLoadError} />
      {failure && <Notice tone="error" title={failure} />}
      <Button size="large" pending={busy} pendingLabel={PROCESSING} disabled={disabled || !stripe}>
        Pay {amountLabel}
      </Button>
    </form>
  );
}

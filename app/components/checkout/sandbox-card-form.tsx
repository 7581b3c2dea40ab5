import { type FormEvent, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { TextField } from "#app/components/ui/text-field.tsx";
import type { CardEntry, CardField } from "#server/payments/sandbox/card-entry.ts";
import { digitsOf, spacedCardNumber } from "#server/payments/sandbox/test-cards.ts";
import { intentIdOf } from "./intent-id.ts";
import { PROCESSING } from "./payment-texts.ts";
import { answerChallenge, type CardCallResult, confirmCard } from "./sandbox-card-call.ts";
import { TestCardList } from "./test-card-list.tsx";

interface SandboxCardFormProps {
  clientSecret: string;
  /** The total that is charged, such as "£12.34". */
  amountLabel: string;
  /** Asked before anything is charged; tells why not to. */
  beforePaying: () => Promise<string | undefined>;
  onPaid: (paymentIntentId: string) => void;
  /** The bank takes its time: the outcome comes by the provider's event. */
  onProcessing: (paymentIntentId: string) => void;
  onError: (message: string) => void;
  disabled?: boolean;
}

const empty: CardEntry = { number: "", exp: "", cvc: "" };

/**
 * The sandbox's card form, which stands in for Stripe's Payment Element where no keys are set. It must not lie
 * inside another form.
 */
export function SandboxCardForm(props: SandboxCardFormProps) {
  const { clientSecret, amountLabel, beforePaying, disabled = false } = props;
  const payment = useCardPayment(props);
  const [card, setCard] = useState(empty);
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (disabled) return;
    const wrong = await payment.start(async () => {
      const refusal = await beforePaying();
      return refusal ? { kind: "failed", message: refusal } : confirmCard(clientSecret, card);
    });
    if (wrong) form.current?.querySelector<HTMLInputElement>(`input[name="${inputNames[wrong]}"]`)?.focus();
  };
  const field = (name: CardField) => ({
    name: inputNames[name],
    value: card[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setCard({ ...card, [name]: tidied(name, event.currentTarget, card[name]) }),
    errors: asList(payment.mistyped[name]),
    readOnly: payment.busy,
    inputMode: "numeric" as const,
    required: true,
  });

  return (
    <>
      <form ref={form} onSubmit={submit} noValidate aria-label="Card payment" className="flex flex-col gap-4">
        <TextField
          {...field("number")}
          label="Card number"
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
        />
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField {...field("exp")} label="Expiry date" autoComplete="cc-exp" placeholder="MM / YY" />
          <TextField {...field("cvc")} label="Security code" autoComplete="cc-csc" placeholder="CVC" />
        </div>
        {payment.failure && <Notice tone="error" title={payment.failure} />}
        <Button size="large" pending={payment.busy} pendingLabel={PROCESSING} disabled={disabled}>
          Pay {amountLabel}
        </Button>
        <TestCardList />
      </form>
      <Dialog open={payment.challenged} onClose={() => payment.answer("fail")} title="Confirm your payment">
        <p>
          Your bank asks whether it is you who pays <strong>{amountLabel}</strong>. This is a test: choose how
          it ends.
        </p>
        <div className="mt-5 flex flex-col gap-3">
          <Button type="button" onClick={() => payment.answer("pass")}>
            Complete authentication
          </Button>
          <Button type="button" variant="secondary" onClick={() => payment.answer("fail")}>
            Fail authentication
          </Button>
        </div>
      </Dialog>
    </>
  );
}

const inputNames: Record<CardField, string> = { number: "cardNumber", exp: "cardExpiry", cvc: "cardCvc" };

function asList(message: string | undefined): string[] | undefined {
  return message === undefined ? undefined : [message];
}

/** One payment from submit to outcome: busy from the first click, so that a second one does nothing. */
function useCardPayment({ clientSecret, onPaid, onProcessing, onError }: SandboxCardFormProps) {
  const running = useRef(false);
  const challenge = useRef(false);
  const [busy, setBusy] = useState(false);
  const [challenged, setChallenged] = useState(false);
  const [mistyped, setMistyped] = useState<Partial<Record<CardField, string>>>({});
  const [failure, setFailure] = useState<string>();

  const showChallenge = (shown: boolean) => {
    challenge.current = shown;
    setChallenged(shown);
  };
  const openAgain = () => {
    running.current = false;
    setBusy(false);
  };
  /** Shows how a step ended; tells which field is wrong, if one is. */
  const finish = (result: CardCallResult): CardField | undefined => {
    const id = intentIdOf(clientSecret);
    switch (result.kind) {
      // Both leave the form busy: there is nothing more to pay.
      case "paid":
        onPaid(id);
        return undefined;
      case "processing":
        onProcessing(id);
        return undefined;
      case "challenge":
        showChallenge(true);
        return undefined;
      case "mistyped":
        setMistyped(result.fields);
        openAgain();
        return (["number", "exp", "cvc"] as const).find((name) => result.fields[name]);
      case "failed":
        setFailure(result.message);
        openAgain();
        onError(result.message);
        return undefined;
    }
  };

  return {
    busy,
    challenged,
    mistyped,
    failure,
    start: async (call: () => Promise<CardCallResult>): Promise<CardField | undefined> => {
      if (running.current) return undefined;
      running.current = true;
      setBusy(true);
      setFailure(undefined);
      setMistyped({});
      return finish(await call());
    },
    /** Closing the dialog counts as a failed challenge, as it does with Stripe. */
    answer: async (outcome: "pass" | "fail"): Promise<void> => {
      if (!challenge.current) return;
      showChallenge(false);
      finish(await answerChallenge(clientSecret, outcome));
    },
  };
}

/** Groups digits while they are typed at the end; leaves the text alone while someone edits in the middle. */
function tidied(field: CardField, input: HTMLInputElement, before: string): string {
  const text = input.value;
  const appended = text.length > before.length && input.selectionStart === text.length;
  if (!appended) return text;
  if (field === "number" && /^[\d\s-]*$/.test(text)) return spacedCardNumber(digitsOf(text)) || text;
  if (field === "exp") {
    const month = /^(\d\d)(\d*)$/.exec(text.replace(/\s/g, ""));
    if (month) return `${month[1]} / ${month[2]}`;
  }
  return text;
}

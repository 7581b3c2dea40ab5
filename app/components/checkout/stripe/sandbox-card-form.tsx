import { type FormEvent, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { formatMoney, type Pence } from "#server/pricing/money.ts";
import { PROCESSING } from "../payment-texts.ts";
import type { CardFormProps } from "./pay-part.tsx";
import { intentIdOf } from "./pay-with-elements.ts";
import { type CardCallResult, checkCard, confirmCard, handleChallenge } from "./sandbox-card-call.ts";

const empty: CardEntry = { number: "", exp: "", cvc: "" };

/**
 * The sandbox's card form, which stands in for Stripe's Payment Element where no keys are set. It must not lie
 * inside another form.
 */
export function SandboxCardForm(props: CardFormProps) {
  const { disabled = false } = props;
  const payment = useCardPayment(props);
  const [card, setCard] = useState(empty);
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (disabled) return;
    const wrong = await payment.start(card);
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
          Pay {formatMoney(payment.amount, props.currency)}
        </Button>
        <TestCardList />
      </form>
      <Dialog open={payment.challenged} onClose={() => payment.answer("fail")} title="Confirm your payment">
        <p>
          Your bank asks whether it is you who pays{" "}
          <strong>{formatMoney(payment.amount, props.currency)}</strong>. This is a test: choose how it ends.
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
function useCardPayment({ amount: shown, currency, openPayment, onTaken, onError }: CardFormProps) {
  const running = useRef(false);
  /** The payment whose challenge is open. */
  const challenge = useRef<string>(undefined);
  /** While a payment is on its way the form stays with the amount that was pressed. */
  const [paying, setPaying] = useState<Pence>();
  const [challenged, setChallenged] = useState(false);
  const [mistyped, setMistyped] = useState<Partial<Record<CardField, string>>>({});
  const [failure, setFailure] = useState<string>();

  const showChallenge = (clientSecret: string | undefined) => {
    challenge.current = clientSecret;
    setChallenged(clientSecret !== undefined);
  };
  const openAgain = () => {
    running.current = false;
    setPaying(undefined);
  };
  const fail = (message: string) => {
    setFailure(message);
    openAgain();
    onError(message);
  };
  /** Tells which field is the first that is wrong. */
  const mark = (fields: Partial<Record<CardField, string>>): CardField | undefined => {
    setMistyped(fields);
    openAgain();
    return (["number", "exp", "cvc"] as const).find((name) => fields[name]);
  };
  /** Shows how a step ended; tells which field is wrong, if one is. */
  const finish = (clientSecret: string, result: CardCallResult): CardField | undefined => {
    // The form stays busy: there is nothing more to pay.
    if (result.kind === "taken") onTaken(intentIdOf(clientSecret));
    else if (result.kind === "failed") fail(result.message);
    else if (result.kind === "mistyped") return mark(result.fields);
    else showChallenge(clientSecret);
    return undefined;
  };

  return {
    amount: paying ?? shown,
    busy: paying !== undefined,
    challenged,
    mistyped,
    failure,
    /** As with Stripe's form: what was typed is checked first, then the payment is opened, then it is confirmed. */
    start: async (card: CardEntry): Promise<CardField | undefined> => {
      if (running.current) return undefined;
      running.current = true;
      setPaying(shown);
      setFailure(undefined);
      setMistyped({});
      const mistyped = await checkCard(card);
      if (mistyped) return mark(mistyped);
      const opened = await openPayment();
      if (opened.kind === "refused") {
        fail(opened.message);
        return undefined;
      }
      const { clientSecret } = opened;
      return finish(clientSecret, await confirmCard(clientSecret, card, { amount: shown, currency }));
    },
    /** Closing the dialog counts as a failed challenge, as it does with Stripe. */
    answer: async (outcome: "pass" | "fail"): Promise<void> => {
      const clientSecret = challenge.current;
      if (!clientSecret) return;
      showChallenge(undefined);
      finish(clientSecret, await handleChallenge(clientSecret, outcome));
    },
  };
}

/** Groups digits while they are typed at the end; leaves the text alone while someone edits in the middle. */
function tidied(field: CardField, input: HTMLInputElement, before: string): string {
  const text = input.value;
  const appended = text.length > before.length && input.selectionStart === text.length;
  if (!appended) return text;
  if (field === "number" && /^[\d\s-]*$/.test(text)) return spacedCardNumber(text) || text;
  if (field === "exp") {
    // Whoever types the slash too finds it there already.
    const month = /^(\d\d)(\d*)$/.exec(text.replace(/[\s/]/g, ""));
    if (month) return `${month[1]} / ${month[2]}`;
  }
  return text;
}

/** The cards that the sandbox knows. */
export function TestCardList() {
  return (
    <details className="text-sm">
      <summary className="py-1 font-medium">Test cards</summary>
      <p className="mt-2 text-ink-soft">
        No money moves. Any expiry date in the future and any security code (3 digits; 4 for American Express)
        will do. Never type a real card here.
      </p>
      <table className="mt-2 w-full text-left">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="py-1.5 pr-3 font-semibold">
              Number
            </th>
            <th scope="col" className="py-1.5 font-semibold">
              What happens
            </th>
          </tr>
        </thead>
        <tbody>
          {testCards.map((card) => (
            <tr key={card.number} className="border-b border-line align-top">
              <td className="py-1.5 pr-3 whitespace-nowrap tabular-nums">{spacedCardNumber(card.number)}</td>
              <td className="py-1.5">{card.label}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/**
 * What a shop without payment keys lists beside its card form: its own list, as it would copy it from Stripe's documents.
 * app/routes/system/sandbox.test.ts shows that each does at the stand-in what the page says.
 */
export const testCards = [
  { number: "4242424242424242", label: "Succeeds" },
  { number: "5555555555554444", label: "Succeeds (Mastercard)" },
  { number: "378282246310005", label: "Succeeds (American Express)" },
  { number: "4000008260000000", label: "Succeeds (UK Visa)" },
  { number: "4000000000003220", label: "Asks for 3-D Secure" },
  { number: "4000002500003155", label: "Asks for 3-D Secure" },
  { number: "4000002760003184", label: "Asks for 3-D Secure every time" },
  { number: "4000000000000002", label: "Declined" },
  { number: "4000000000009995", label: "Insufficient funds" },
  { number: "4000000000009987", label: "Lost card" },
  { number: "4000000000009979", label: "Stolen card" },
  { number: "4000000000000069", label: "Expired card" },
  { number: "4000000000000127", label: "Wrong security code" },
  { number: "4000000000000119", label: "Processing error" },
  { number: "4000000000006975", label: "Used too often" },
  { number: "4000000000002511", label: "Authentication required" },
  { number: "4100000000000019", label: "Blocked as fraudulent" },
  { number: "4000000000002503", label: "Stays processing for a few seconds, then succeeds" },
  { number: "4000000000007726", label: "Succeeds; a refund stays pending for a few seconds" },
  { number: "4000000000005126", label: "Succeeds; a refund fails a few seconds later" },
  { number: "4000000000000259", label: "Succeeds; the payment is disputed as fraud" },
  { number: "4000000000002685", label: "Succeeds; disputed because the goods did not arrive" },
  { number: "4000000000009235", label: "Succeeds; Stripe puts the payment into its review queue" },
  { number: "4000000000005423", label: "Succeeds; the bank gives an early fraud warning" },
] as const;

/** A card as a person types it. `exp` is "12/34", "12 / 34", "1234" or "12/2034". */
export interface CardEntry {
  number: string;
  exp: string;
  cvc: string;
}

export type CardField = keyof CardEntry;

/** "4242 4242 4242 4242", or "3782 822463 10005" for American Express; spaces and dashes that were typed do not count. */
export function spacedCardNumber(text: string): string {
  const number = text.replace(/[\s-]/g, "");
  const groups = /^3[47]/.test(number)
    ? /^(.{1,4})(.{1,6})?(.{1,5})?/
    : /^(.{1,4})(.{1,4})?(.{1,4})?(.{1,7})?/;
  return [...(groups.exec(number) ?? [])].slice(1).filter(Boolean).join(" ");
}

import { type FormEvent, useRef, useState } from "react";
import { z } from "zod";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { type CurrencyCode, formatMoney, type Pence } from "#server/pricing/money.ts";
import { PROCESSING } from "../payment-texts.ts";
import {
  type CardElements,
  type CardFormProps,
  type CardStripe,
  type Confirmed,
  intentIdOf,
  useCardPayment,
} from "./pay-with-elements.ts";

const empty: CardEntry = { number: "", exp: "", cvc: "" };

/**
 * The sandbox's card form, which stands in for Stripe's Payment Element where no keys are set. It must not lie
 * inside another form.
 */
export default function SandboxCardForm(props: CardFormProps) {
  const { disabled = false, currency } = props;
  const payment = useCardPayment(props);
  const [card, setCard] = useState(empty);
  const [mistyped, setMistyped] = useState<MistypedFields>({});
  /** While the challenge is open. */
  const [answerChallenge, setAnswerChallenge] = useState<(outcome: "pass" | "fail") => void>();
  const form = useRef<HTMLFormElement>(null);

  const mark = (fields: MistypedFields) => {
    setMistyped(fields);
    const wrong = fieldNames.find((name) => fields[name]);
    if (wrong) form.current?.querySelector<HTMLInputElement>(`input[name="${inputNames[wrong]}"]`)?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (disabled || payment.busy) return;
    setMistyped({});
    const challenge = () => new Promise<"pass" | "fail">((answer) => setAnswerChallenge(() => answer));
    const typed = { card, amount: payment.amount, currency, onMistyped: mark, challenge };
    void payment.pay(sandboxStripe(typed), sandboxElements(typed));
  };
  /** Closing the dialog counts as a failed challenge, as it does with Stripe. */
  const endChallenge = (outcome: "pass" | "fail") => {
    setAnswerChallenge(undefined);
    answerChallenge?.(outcome);
  };
  const field = (name: CardField) => ({
    name: inputNames[name],
    value: card[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setCard({ ...card, [name]: tidied(name, event.currentTarget, card[name]) }),
    errors: asList(mistyped[name]),
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
          Pay {formatMoney(payment.amount, currency)}
        </Button>
        <TestCardList />
      </form>
      <Dialog
        open={answerChallenge !== undefined}
        onClose={() => endChallenge("fail")}
        title="Confirm your payment"
      >
        <p>
          Your bank asks whether it is you who pays <strong>{formatMoney(payment.amount, currency)}</strong>.
          This is a test: choose how it ends.
        </p>
        <div className="mt-5 flex flex-col gap-3">
          <Button type="button" onClick={() => endChallenge("pass")}>
            Complete authentication
          </Button>
          <Button type="button" variant="secondary" onClick={() => endChallenge("fail")}>
            Fail authentication
          </Button>
        </div>
      </Dialog>
    </>
  );
}

const fieldNames = ["number", "exp", "cvc"] as const;
const inputNames: Record<CardField, string> = { number: "cardNumber", exp: "cardExpiry", cvc: "cardCvc" };

function asList(message: string | undefined): string[] | undefined {
  return message === undefined ? undefined : [message];
}

/** Groups digits while they are typed at the end; leaves the text alone while someone edits in the middle. */
function tidied(field: CardField, input: HTMLInputElement, before: string): string {
  const text = input.value;
  const appended = text.length > before.length && input.selectionStart === text.length;
  if (!appended) return text;
  if (field === "number" && /^[\d\s-]*$/.test(text)) return spacedCardNumber(text) || text;
  if (field === "exp") {
    // Anyone who types the slash too finds it there already.
    const month = /^(\d\d)(\d*)$/.exec(text.replace(/[\s/]/g, ""));
    if (month) return `${month[1]} / ${month[2]}`;
  }
  return text;
}

/** The cards that the sandbox knows. */
function TestCardList() {
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
 * What a shop without payment keys lists beside its card form: its own list, as it would copy it from Stripe's
 * documents. app/routes/system/sandbox.test.ts shows that each does at the stand-in what the page says.
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
interface CardEntry {
  number: string;
  exp: string;
  cvc: string;
}

type CardField = keyof CardEntry;

/**
 * "4242 4242 4242 4242", or "3782 822463 10005" for American Express; spaces and dashes that were typed do not count.
 */
export function spacedCardNumber(text: string): string {
  const number = text.replace(/[\s-]/g, "");
  const groups = /^3[47]/.test(number)
    ? /^(.{1,4})(.{1,6})?(.{1,5})?/
    : /^(.{1,4})(.{1,4})?(.{1,4})?(.{1,7})?/;
  return [...(groups.exec(number) ?? [])].slice(1).filter(Boolean).join(" ");
}

const intentSchema = z.object({ id: z.string(), status: z.string() });

const responseSchema = z.object({
  paymentIntent: intentSchema.optional(),
  error: z
    .object({
      type: z.string().optional(),
      code: z.string().optional(),
      decline_code: z.string().optional(),
      message: z.string().optional(),
      fields: z.array(z.object({ field: z.enum(["number", "exp", "cvc"]), message: z.string() })).optional(),
      payment_intent: intentSchema.optional(),
    })
    .optional(),
});

type CardResponse = z.infer<typeof responseSchema>;

/** What is wrong with each field, in Stripe's words. */
type MistypedFields = Partial<Record<CardField, string>>;

const CALLS = "/sandbox/stripe/payment_intents";

interface SandboxCard {
  card: CardEntry;
  /** What the form was opened for: the sandbox refuses to charge anything else. */
  amount: Pence;
  currency: CurrencyCode;
  onMistyped: (fields: MistypedFields) => void;
  /** Asks the shopper how the 3-D Secure challenge ends. */
  challenge: () => Promise<"pass" | "fail">;
}

/**
 * The stand-in for Stripe.js and its form: what was typed is checked before a payment is opened. Nothing is wrong while
 * nobody answers: the card is checked again when it is submitted.
 */
function sandboxElements({ card, onMistyped }: SandboxCard): CardElements {
  return {
    submit: async () => {
      const answer = await post(`${CALLS}/check`, { card })
        .then(readAnswer)
        .catch(() => LOST);
      return marked(answer, onMistyped) ?? {};
    },
  };
}

/** Safe to repeat: an intent is charged once. */
function sandboxStripe({
  card,
  amount,
  currency,
  onMistyped,
  challenge,
}: SandboxCard): CardStripe<CardElements> {
  return {
    confirmPayment: async ({ clientSecret }) => {
      const elements = { mode: "payment", amount, currency };
      const answer = await callSandbox(clientSecret, "confirm", { card, elements });
      const needsChallenge = !answer.error && answer.paymentIntent?.status === "requires_action";
      if (!needsChallenge) return marked(answer, onMistyped) ?? answer;
      return callSandbox(clientSecret, "authenticate", { outcome: await challenge() });
    },
    retrievePaymentIntent: async (clientSecret) =>
      readAnswer(
        await fetch(`${addressOf(clientSecret)}?${new URLSearchParams({ client_secret: clientSecret })}`),
      ),
  };
}

/** What is wrong with the card, told at its fields, as Stripe's form does. */
function marked(answer: CardResponse, onMistyped: SandboxCard["onMistyped"]): Confirmed | undefined {
  const fields = answer.error?.fields;
  if (!fields) return undefined;
  onMistyped(Object.fromEntries(fields.map((each) => [each.field, each.message])));
  return { error: { ...answer.error, type: "validation_error" } };
}

const RETRY_MILLISECONDS = 1000;

async function callSandbox(clientSecret: string, step: string, body: object): Promise<CardResponse> {
  const send = () => post(`${addressOf(clientSecret)}/${step}`, { client_secret: clientSecret, ...body });
  // A lost answer may hide a payment: ask again rather than call it failed.
  return send()
    .catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
      return send();
    })
    .then(readAnswer)
    .catch(() => LOST);
}

function addressOf(clientSecret: string): string {
  return `${CALLS}/${encodeURIComponent(intentIdOf(clientSecret))}`;
}

function post(address: string, body: object): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  return fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
}

/** As Stripe.js tells of a request that got no answer. */
const LOST: CardResponse = { error: { type: "api_connection_error" } };

async function readAnswer(response: Response): Promise<CardResponse> {
  return responseSchema.parse(await response.json());
}

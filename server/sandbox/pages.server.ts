import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { type SessionState, sessionTotal } from "./stripe/sandbox-state.ts";
import type { CardEntryError, CardField } from "./stripe/test-cards.ts";
import { spacedCardNumber, testCards } from "./stripe/test-cards.ts";
import { formatAmount } from "./wire-formats.ts";

/** Why a call of a browser is refused. */
export class PageFailure extends Error {}

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

interface Page {
  title: string;
  /** Two parts beside each other. */
  isWide?: boolean;
  content: Html;
}

/**
 * Responds with a page and its own Content-Security-Policy. Browsers apply `form-action` also to the redirect after a
 * form, so `leadsTo` lists the addresses to which a form may lead.
 */
export async function showPage(
  context: Context,
  status: 200 | 400 | 402 | 404 | 410 | 500,
  { title, isWide = false, content }: Page,
  leadsTo: readonly string[] = [],
): Promise<Response> {
  // Its pictures are the icon that browsers ask for by themselves.
  const nonce = randomBytes(16).toString("base64");
  const targets = ["'self'", ...leadsTo.map((address) => new URL(address).origin)].join(" ");
  context.header(
    "Content-Security-Policy",
    `default-src 'none'; img-src 'self'; style-src 'nonce-${nonce}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
  );
  context.header("Cache-Control", "no-store");
  context.header("Referrer-Policy", "same-origin");
  const page = html`<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <style nonce="${nonce}">${raw(sandboxPageStyle)}</style>
  </head>
  <body>
    <header><p class="banner">Test payments — no money moves</p></header>
    <main class="${isWide ? "wide" : "narrow"}">${content}</main>
  </body>
</html>`;
  return context.html(await page, status);
}

const deadEnds = {
  404: { title: "Page not found", text: "There is no test payment at this address." },
  500: { title: "Something went wrong", text: "The test payment could not be shown. Nothing was charged." },
};

export function showDeadEnd(context: Context, status: keyof typeof deadEnds): Promise<Response> {
  const link = { href: "/", label: "To the shop" };
  return showPage(context, status, messagePage({ ...deadEnds[status], link }));
}

export interface CheckoutPageProps {
  session: SessionState;
  /** Why the last attempt was refused. */
  refusal?: string;
  fieldErrors?: CardEntryError[];
  /** What was typed, as far as it may be shown again: a card number only when it is a test card's. */
  input?: { number: string; exp: string };
}

/** The hosted payment page, a plain form. */
export function checkoutPage({ session, refusal, fieldErrors, input }: CheckoutPageProps): Page {
  const money = (amount: number) => formatAmount(amount, session.currency);
  const total = money(sessionTotal(session));
  const failed = Boolean(refusal) || (fieldErrors?.length ?? 0) > 0;
  return {
    title: `${failed ? "Error: " : ""}Pay ${total} (test payment)`,
    isWide: true,
    content: html`<section aria-labelledby="title">
        ${session.cancel_url ? html`<a href="${session.cancel_url}">← Back to checkout</a>` : ""}
        <h1 id="title">Your order</h1>
        <p class="amount">${total}</p>
        <ul class="lines">
          ${session.lines.map(
            (line) =>
              html`<li>
                <span>${line.name}<small>${line.quantity} × ${money(line.unit_amount)}</small></span>
                <span>${money(line.unit_amount * line.quantity)}</span>
              </li>`,
          )}
          <li class="total"><span>Total</span><span>${total}</span></li>
        </ul>
      </section>
      <section aria-labelledby="pay-title">
        <h2 id="pay-title">Pay with card</h2>
        ${session.customer_email ? html`<p>Receipt goes to ${session.customer_email}</p>` : ""}
        ${refusal ? html`<div class="alert" role="alert">${refusal}</div>` : ""}
        <form method="post" action="${session.url}" novalidate>
          ${cardField({
            field: "number",
            name: "cardNumber",
            label: "Card number",
            autocomplete: "cc-number",
            placeholder: "1234 1234 1234 1234",
            value: input?.number,
            errors: fieldErrors,
          })}
          <div class="pair">
            ${cardField({
              field: "exp",
              name: "cardExpiry",
              label: "Expiry date",
              autocomplete: "cc-exp",
              placeholder: "MM / YY",
              value: input?.exp,
              errors: fieldErrors,
            })}
            ${cardField({
              field: "cvc",
              name: "cardCvc",
              label: "Security code",
              autocomplete: "cc-csc",
              placeholder: "CVC",
              errors: fieldErrors,
            })}
          </div>
          <button type="submit">Pay ${total}</button>
        </form>
        ${testCardList()}
      </section>`,
  };
}

interface CardFieldProps {
  field: CardField;
  name: string;
  label: string;
  autocomplete: string;
  placeholder: string;
  value?: string | undefined;
  errors?: CardEntryError[] | undefined;
}

function cardField({ field, name, label, autocomplete, placeholder, value, errors }: CardFieldProps): Html {
  const error = errors?.find((candidate) => candidate.field === field);
  const invalid = error ? raw(` aria-invalid="true" aria-describedby="${name}-error"`) : "";
  const focus = error && error === errors?.[0] ? raw(" autofocus") : "";
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}" name="${name}" type="text" inputmode="numeric" required maxlength="30"
      autocomplete="${autocomplete}" placeholder="${placeholder}" value="${value ?? ""}"${invalid}${focus}
    />
    ${error ? html`<p class="error" id="${name}-error">${error.message}</p>` : ""}
  </div>`;
}

function testCardList(): Html {
  return html`<details>
    <summary>Test cards</summary>
    <p>
      Any expiry date in the future and any security code (3 digits; 4 for American Express) will do. Never type a
      real card here.
    </p>
    <table>
      <thead>
        <tr><th scope="col">Number</th><th scope="col">What happens</th></tr>
      </thead>
      <tbody>
        ${testCards.map(
          (card) => html`<tr><td>${spacedCardNumber(card.number)}</td><td>${card.label}</td></tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}

interface ChoicePageProps {
  title: string;
  heading: string;
  /** Who asks for the amount that follows. */
  asks: string;
  amount: number;
  currency: string;
  /** The buttons, which send this field. */
  field: string;
  choices: readonly { value: string; label: string }[];
  /** Leaves without a decision. */
  backUrl?: string;
}

/** A page on which the payer chooses how a test ends: the bank's check, 3-D Secure, or PayPal's approval. */
export function choicePage({
  title,
  heading,
  asks,
  amount,
  currency,
  field,
  choices,
  backUrl,
}: ChoicePageProps): Page {
  return {
    title: `${title} (test payment)`,
    content: html`<section aria-labelledby="title">
      <h1 id="title">${heading}</h1>
      <p>${asks} <strong>${formatAmount(amount, currency)}</strong>. This is a test: choose how it ends.</p>
      <form method="post">
        ${choices.map(
          ({ value, label }) =>
            html`<button type="submit" name="${field}" value="${value}">${label}</button>`,
        )}
      </form>
      ${backUrl ? html`<p><a href="${backUrl}">← Back</a></p>` : ""}
    </section>`,
  };
}

/** A dead end: an expired or unknown payment page. */
export function messagePage(props: {
  title: string;
  text: string;
  link: { href: string; label: string };
}): Page {
  return {
    title: `${props.title} (test payment)`,
    content: html`<section aria-labelledby="title">
      <h1 id="title">${props.title}</h1>
      <p>${props.text}</p>
      <p><a href="${props.link.href}">${props.link.label}</a></p>
    </section>`,
  };
}

/** The system's own colours, light or dark: nobody takes these pages for the shop's. */
const sandboxPageStyle = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; }
.banner { padding: 0.625rem 1rem; text-align: center; font-weight: 600; border-bottom: 1px solid; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; display: grid; gap: 2rem; }
main.narrow { max-width: 34rem; }
@media (min-width: 48rem) { main.wide { grid-template-columns: 1fr 1fr; gap: 4rem; } }
.amount { font-size: 2.25rem; font-weight: 600; margin: 0; }
.lines { list-style: none; padding: 0; }
.lines li { display: flex; gap: 1rem; justify-content: space-between; padding: 0.5rem 0; border-top: 1px solid; }
small { display: block; }
.total, .error, .alert { font-weight: 600; }
.alert { border-left: 4px solid; padding: 0.75rem 1rem; }
.field { margin: 0 0 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
label { display: block; }
input, button { width: 100%; min-height: 2.75rem; font: inherit; padding: 0.5rem; }
button { margin-top: 0.75rem; }
a, summary { display: inline-block; padding: 0.375rem 0; color: inherit; }
:focus-visible { outline: 3px solid; outline-offset: 3px; }
td, th { text-align: left; padding: 0.5rem 0.5rem 0.5rem 0; vertical-align: top; }
`;

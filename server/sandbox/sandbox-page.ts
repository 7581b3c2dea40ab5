import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { CardEntryError, CardField } from "./stripe/card-entry.ts";
import { type SessionState, sessionTotal } from "./stripe/sandbox-state.ts";
import { spacedCardNumber, testCards } from "./stripe/test-cards.ts";
import { formatAmount } from "./wire-formats.ts";

export type Page = HtmlEscapedString | Promise<HtmlEscapedString>;

export function frame(title: string, nonce: string, wide: boolean, content: Page): Page {
  return html`<!doctype html>
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
    <main class="${wide ? "wide" : "narrow"}">${content}</main>
  </body>
</html>`;
}

export interface CheckoutPageProps {
  nonce: string;
  session: SessionState;
  /** Why the last attempt was refused. */
  refusal?: string;
  fieldErrors?: CardEntryError[];
  /** What was typed, as far as it may be shown again: a card number only when it is a test card's. */
  kept?: { number: string; exp: string };
}

/** The hosted payment page, a plain form. */
export function checkoutPage({ nonce, session, refusal, fieldErrors, kept }: CheckoutPageProps): Page {
  const money = (amount: number) => formatAmount(amount, session.currency);
  const total = money(sessionTotal(session));
  const failed = Boolean(refusal) || (fieldErrors?.length ?? 0) > 0;
  return frame(
    `${failed ? "Error: " : ""}Pay ${total} (test payment)`,
    nonce,
    true,
    html`<section aria-labelledby="title">
        ${session.cancel_url ? html`<a class="back" href="${session.cancel_url}">← Back to checkout</a>` : ""}
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
      <section class="panel" aria-labelledby="pay-title">
        <h2 class="title" id="pay-title">Pay with card</h2>
        ${session.customer_email ? html`<p class="soft">Receipt goes to ${session.customer_email}</p>` : ""}
        ${refusal ? html`<div class="alert" role="alert">${refusal}</div>` : ""}
        <form method="post" action="${session.url}" novalidate>
          ${cardField({
            field: "number",
            name: "cardNumber",
            label: "Card number",
            autocomplete: "cc-number",
            placeholder: "1234 1234 1234 1234",
            value: kept?.number,
            errors: fieldErrors,
          })}
          <div class="pair">
            ${cardField({
              field: "exp",
              name: "cardExpiry",
              label: "Expiry date",
              autocomplete: "cc-exp",
              placeholder: "MM / YY",
              value: kept?.exp,
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
  );
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

function cardField({ field, name, label, autocomplete, placeholder, value, errors }: CardFieldProps): Page {
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

function testCardList(): Page {
  return html`<details>
    <summary>Test cards</summary>
    <p class="soft">
      Any expiry date in the future and any security code (3 digits; 4 for American Express) will do. Never type a
      real card here.
    </p>
    <table>
      <thead>
        <tr><th scope="col">Number</th><th scope="col">What happens</th></tr>
      </thead>
      <tbody>
        ${testCards.map(
          (card) =>
            html`<tr><td class="number">${spacedCardNumber(card.number)}</td><td>${card.label}</td></tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}

/** The bank's check of the card holder: 3-D Secure. `backUrl` leaves without a decision. */
export function challengePage(props: {
  nonce: string;
  amount: number;
  currency: string;
  backUrl: string;
}): Page {
  const amount = formatAmount(props.amount, props.currency);
  return frame(
    "3-D Secure (test payment)",
    props.nonce,
    false,
    html`<section class="panel" aria-labelledby="title">
      <h1 id="title">Confirm your payment</h1>
      <p>Your bank asks whether it is you who pays <strong>${amount}</strong>. This is a test: choose how it ends.</p>
      <form method="post">
        <button type="submit" name="outcome" value="pass">Complete authentication</button>
        <button type="submit" name="outcome" value="fail" class="second">Fail authentication</button>
      </form>
      <p><a class="back" href="${props.backUrl}">← Back</a></p>
    </section>`,
  );
}

/** A dead end: an expired or unknown payment page. */
export function messagePage(props: {
  nonce: string;
  title: string;
  text: string;
  link: { href: string; label: string };
}): Page {
  return frame(
    `${props.title} (test payment)`,
    props.nonce,
    false,
    html`<section class="panel" aria-labelledby="title">
      <h1 id="title">${props.title}</h1>
      <p>${props.text}</p>
      <p><a class="button" href="${props.link.href}">${props.link.label}</a></p>
    </section>`,
  );
}

/** The look of the sandbox's pages: the shop's colours, because they replace its payment step. */
const sandboxPageStyle = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf6; --surface: #fff; --sunken: #f3f0e7; --ink: #23272a; --soft: #565b56; --line: #e1dccf;
  --edge: #868374; --moss: #3f6b2a; --moss-strong: #2f531e; --on-moss: #fff; --clay: #9c4126; --clay-soft: #f8e7df;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17191a; --surface: #1f2223; --sunken: #121415; --ink: #efece4; --soft: #b7b5ab; --line: #34393a;
    --edge: #85888a; --moss: #98c874; --moss-strong: #b2da94; --on-moss: #14200c; --clay: #eba287; --clay-soft: #3a241b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 "Inter Variable", system-ui, sans-serif;
}
.banner { background: var(--clay-soft); color: var(--clay); text-align: center; padding: 0.625rem 1rem; font-weight: 600; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; display: grid; gap: 2rem; }
main.narrow { max-width: 34rem; }
@media (min-width: 48rem) {
  main { padding-top: 3rem; }
  main.wide { grid-template-columns: 1fr 1fr; gap: 4rem; align-items: start; }
}
h1, .title { font: 480 1.75rem/1.2 Georgia, serif; margin: 0 0 0.5rem; }
.amount { font-size: 2.25rem; font-weight: 600; margin: 0 0 1.5rem; letter-spacing: -0.02em; }
.lines { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
.lines li { display: flex; gap: 1rem; justify-content: space-between; padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
.lines small { display: block; color: var(--soft); }
.total { font-weight: 600; }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1.5rem; }
.field { margin: 0 0 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
label { display: block; font-size: 0.875rem; font-weight: 500; margin-bottom: 0.375rem; }
input {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--edge); border-radius: 0.5rem;
}
input[aria-invalid] { border-color: var(--clay); }
.error { color: var(--clay); font-size: 0.875rem; font-weight: 500; margin: 0.375rem 0 0; }
.alert { border-left: 4px solid var(--clay); background: var(--clay-soft); border-radius: 0.5rem; padding: 0.75rem 1rem; margin: 0 0 1.25rem; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 3rem; padding: 0 1.5rem;
  border: 1px solid transparent; border-radius: 99rem; background: var(--moss); color: var(--on-moss);
  font: inherit; font-weight: 500; text-decoration: none; cursor: pointer;
}
button:hover, .button:hover { background: var(--moss-strong); }
button.second { background: transparent; color: var(--ink); border-color: var(--edge); margin-top: 0.75rem; }
button.second:hover { background: var(--sunken); }
a { color: inherit; }
.back { display: inline-block; padding: 0.375rem 0; margin-bottom: 1rem; }
:focus-visible { outline: 2px solid var(--moss); outline-offset: 3px; }
details { margin-top: 1.5rem; }
summary { cursor: pointer; padding: 0.375rem 0; font-weight: 500; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
th, td { text-align: left; padding: 0.5rem 0.5rem 0.5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; font-weight: 400; }
thead th { font-weight: 600; }
.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
.soft { color: var(--soft); font-size: 0.875rem; }
`;

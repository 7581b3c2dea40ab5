import { html } from "hono/html";
import { formatPounds } from "../amounts.ts";
import { fundingChoices } from "../browser/funding-choices.ts";
import { frame, type Page } from "../sandbox-page.ts";

/** PayPal's page on which the payer approves an order: plain forms. */
export function approvalPage(props: { nonce: string; amount: number }): Page {
  return frame(
    "PayPal (test payment)",
    props.nonce,
    false,
    html`<section class="panel" aria-labelledby="title">
      <h1 id="title">Pay with PayPal</h1>
      <p>Oxbow Biochar asks for <strong>${formatPounds(props.amount)}</strong>. This is a test: choose how it ends.</p>
      <form method="post">
        ${fundingChoices.map(
          ({ funding, label }) =>
            html`<button type="submit" name="answer" value="${funding}" class="${funding === "paid" ? "" : "second"}">${label}</button>`,
        )}
        <button type="submit" name="answer" value="cancel" class="second">Cancel</button>
      </form>
    </section>`,
  );
}

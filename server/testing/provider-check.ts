import { passToSandbox } from "#server/payments/sandbox-connection.server.ts";
import type { Finding } from "#server/provider-check/check-providers.server.ts";
import { approvePayPalOrder, type Funding } from "./sandbox.ts";

export const byVerdict = (findings: readonly Finding[], verdict: Finding["verdict"]) =>
  findings.filter((finding) => finding.verdict === verdict).map(({ belief }) => belief);
export const happenedTo = (findings: readonly Finding[], words: string) =>
  findings.find(({ belief }) => belief.includes(words))?.observed;

/** The person at the keyboard: passes challenges and approves PayPal's orders as the messages ask. */
export function person(funding: Funding = "paid") {
  let challenge = "";
  return async (what: string) => {
    const address = /https?:\/\/[^\s,]+/.exec(what)?.[0] ?? "";
    if (what.startsWith("Approve")) {
      await approvePayPalOrder(/[A-Z0-9]{17}/.exec(address)?.[0] ?? "", funding);
      return;
    }
    challenge = address || challenge;
    if (what.includes("do not decide yet")) return;
    await passToSandbox(
      new Request(challenge, {
        method: "POST",
        headers: { "Sec-Fetch-Site": "same-origin", Origin: new URL(challenge).origin },
        body: new URLSearchParams({ outcome: "pass" }),
      }),
    );
  };
}

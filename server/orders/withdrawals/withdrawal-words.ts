/** By whose law an order is cancelled. */
export type WithdrawalWording = "uk" | "eu";

interface Words {
  /** The link on the order's page, and the heading of the page that it opens. */
  link: string;
  /** The button that sends the statement. */
  confirm: string;
  /** What the customer sends. */
  noun: string;
  /** What they state, in the words of the model form. */
  notice: string;
}

/**
 * What cancelling is called. In the European Union article 11a of Directive 2011/83/EU (by Directive (EU) 2023/2673, since
 * 19 June 2026) says what stands on the link (paragraph 1), and that nothing but "confirm withdrawal" stands on the button
 * that sends the statement (paragraph 3); in the United Kingdom any clear words will do (Consumer Contracts Regulations
 * 2013, regulation 32). The notice is that of the model form, Schedule 3 part B and Annex I part B.
 */
export const withdrawalWords: Readonly<Record<WithdrawalWording, Words>> = {
  uk: {
    link: "Cancel or return",
    confirm: "Confirm",
    noun: "cancellation",
    notice: "I give notice that I cancel my contract of sale of the following goods",
  },
  eu: {
    link: "Withdraw from contract here",
    confirm: "Confirm withdrawal",
    noun: "withdrawal",
    notice: "I give notice that I withdraw from my contract of sale of the following goods",
  },
};

/** The page on which an order, or a part of it, is cancelled, with the token of a signed link. */
export function withdrawalPath(invoiceNumber: string, token: string | null): string {
  const path = `/orders/${encodeURIComponent(invoiceNumber)}/withdraw`;
  return token ? `${path}?${new URLSearchParams({ t: token })}` : path;
}

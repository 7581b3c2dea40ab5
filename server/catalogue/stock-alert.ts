/**
 * What becomes of a request to be told when a product is back: "pending" until its owner confirms it, "told" once the
 * mail is written, "ended" when the address wants no such mails.
 */
export const stockAlertStates = ["pending", "waiting", "told", "ended"] as const;

/** "1 person waits", "23 people wait". */
export function waitingText(people: number): string {
  return people === 1 ? "1 person waits" : `${people} people wait`;
}

/** The text beside the field; stored with the request as the evidence of consent. */
export const STOCK_ALERT_WORDING =
  "We send one email to this address, once you have confirmed it and the product is back. It is no newsletter, and we forget the address after 180 days.";

/** What the form answers to the page's JavaScript. */
export type StockAlertReply =
  | { ok: true; slug: string; outcome: "asked" | "available" }
  | {
      ok: false;
      slug: string;
      /** As it was typed. */
      email: string;
      message: string;
    };

export const stockAlertTexts = {
  asked: {
    title: "Please look into your mailbox",
    message: "We have sent you a mail with a link. Once you have confirmed it, we write when it is back.",
  },
  available: { title: "It is back already", message: "You can buy it now." },
  failed: "Your address was not stored. Please try again.",
} as const;

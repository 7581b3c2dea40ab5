/** Who did a thing, and when. */
export interface OpeningMark {
  /** ISO date and time. */
  at: string;
  by: string;
}

/** A mail that was sent to see whether mails arrive. */
export interface MailTest {
  to: string;
  sentAt: string;
  /** When its link was opened; null until then. */
  arrivedAt: string | null;
}

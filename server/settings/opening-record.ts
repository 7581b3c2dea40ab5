import type { ProviderId } from "#server/payments/provider-list.ts";
import type { SetupGap } from "#server/payments/provider-profile.ts";

/** Who did a thing, and when. */
export interface OpeningMark {
  /** ISO date and time. */
  at: string;
  by: string;
}

/** Who has read a text, and what it said then. */
export interface ReadMark extends OpeningMark {
  /** Its state (server/doctor/texts-to-read.ts); another one lets the mark lapse. */
  state?: string;
}

/** What the payment providers said of the keys, and who asked them. */
export interface PaymentsCheck extends OpeningMark {
  providers: Partial<Record<ProviderId, ProviderCheck>>;
}

export interface ProviderCheck {
  mode: "live" | "test";
  /** The provider answered to the keys. */
  answered: boolean;
  /** What is missing in its settings, or why it did not answer. */
  gaps: SetupGap[];
}

/** A mail that was sent to see whether mails arrive. */
export interface MailTest {
  to: string;
  sentAt: string;
  /** When its link was opened; null until then. */
  arrivedAt: string | null;
}

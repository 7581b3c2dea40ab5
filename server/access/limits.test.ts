import { expect, it } from "vitest";
import { type RateLimitName, rateLimits } from "./limits.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Other tests count up to a limit, whatever it is: these are the figures that guessers and floods must not exceed. */
const figures: [RateLimitName, points: number, seconds: number][] = [
  ["sign-in", 30, 5 * MINUTE],
  ["sign-in-account", 10, 5 * MINUTE],
  ["sign-in-name", 100, HOUR],
  ["own-password", 10, 5 * MINUTE],
  ["two-factor", 5, 15 * MINUTE],
  ["unknown-api-key", 60, 5 * MINUTE],
  ["forgot-password", 10, HOUR],
  ["account-mail", 10, HOUR],
  ["mail-to", 5, HOUR],
  ["mail-to-day", 15, 24 * HOUR],
  ["newsletter-mail", 5, HOUR],
  ["newsletter-code", 40, HOUR],
  ["resend-confirmation", 5, HOUR],
  ["withdrawal", 10, 24 * HOUR],
  ["unknown-payment", 20, 10 * MINUTE],
  ["unknown-payment-of-all", 600, 10 * MINUTE],
  ["forged-event", 60, 10 * MINUTE],
  ["stock-hold", 12, 24 * HOUR],
  ["payment-of-checkout", 60, 10 * MINUTE],
];

it.each(figures)("%s: %i in %i seconds", (name, points, seconds) => {
  expect(rateLimits[name]).toMatchObject({ points, seconds });
});

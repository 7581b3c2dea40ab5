/** After the first refusal so long, in milliseconds; then twice as long each time. */
const FIRST_PAUSE = 5 * 60 * 1000;
/** Never longer, so that money which comes to the account in the morning goes back before the evening. */
const LONGEST_PAUSE = 6 * 60 * 60 * 1000;

/** How long a refund that was refused so many times waits before the provider is asked again, in milliseconds. */
export function pauseAfter(refusals: number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(refusals - 1, 20));
}

/**
 * Toasts: one at a time, shown for 5 seconds, at most 420 pixels wide; one that was dismissed is kept for 1,000,000 ms
 * (16 minutes 40 seconds).
 */
export const TOASTS = { atOnce: 1, shownMs: 5000, keptMs: 1_000_000, widestPixels: 420 } as const;

/** The wait before a newsletter's code is checked. */
export const VERIFICATION_DELAY_MS = 1000;

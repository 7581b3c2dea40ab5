/** Toasts of spec section 9: one at a time, shown for 5 seconds, at most 420 pixels wide. */
export const TOASTS = { atOnce: 1, milliseconds: 5000, widestPixels: 420 } as const;

/** Spec section 9: the wait before a newsletter's code is checked. */
export const VERIFICATION_DELAY_MS = 1000;

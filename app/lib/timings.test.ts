import { expect, it } from "vitest";
import { TOASTS, VERIFICATION_DELAY_MS } from "./timings.ts";

it("toasts and the newsletter's wait have these figures", () => {
  expect(TOASTS).toEqual({ atOnce: 1, shownMs: 5000, keptMs: 1_000_000, widestPixels: 420 });
  expect(VERIFICATION_DELAY_MS).toBe(1000);
});

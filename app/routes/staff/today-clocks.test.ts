import { expect, it } from "vitest";
import { clocksText } from "./admin-today.tsx";

const nothing = { cancelBy: null, isLate: false, sendBackBy: null, goodsBackAt: null, refundBy: null };

it.each([
  [
    "of goods that never went out",
    { refundBy: "2026-12-08T23:59:59.999Z" },
    "refund by 8 Dec 2026 · nothing to send back · cancelled before all of it went out",
  ],
  [
    "of goods that are with the customer",
    { cancelBy: "2026-12-01T23:59:59.999Z", sendBackBy: "2026-12-08T23:59:59.999Z" },
    "refund within 14 days of having them · goods to be sent back by 8 Dec 2026 · cancelled within its time, until 1 Dec 2026",
  ],
  [
    "of goods that are back, cancelled late",
    {
      ...{ cancelBy: "2026-11-20T23:59:59.999Z", isLate: true, sendBackBy: "2026-12-08T23:59:59.999Z" },
      ...{ goodsBackAt: "2026-11-30T10:00:00Z", refundBy: "2026-12-14T23:59:59.999Z" },
    },
    "refund by 14 Dec 2026 · goods back since 30 Nov 2026 · cancelled after 20 Nov 2026",
  ],
])("Today tells the three times %s", (_what, clocks, text) => {
  expect(clocksText({ ...nothing, ...clocks })).toBe(text);
});

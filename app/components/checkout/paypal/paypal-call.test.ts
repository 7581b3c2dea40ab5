import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { capturePayPalOrder, PAYPAL_FAILED } from "./paypal-call.ts";

const fetched = vi.fn<typeof fetch>();
const logged = vi.fn<typeof console.info>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  vi.spyOn(console, "info").mockImplementation(logged);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  fetched.mockReset();
  logged.mockReset();
});

const respondWith = (status: number, body: unknown) =>
  fetched.mockResolvedValue(Response.json(body, { status }));

describe("the calls of PayPal's button", () => {
  it.each([
    ["taken", 200, { captureId: "C1" }, { kind: "taken" }],
    ["taken, while it is looked into", 202, {}, { kind: "taken" }],
    ["taken, where the shop's own failure says nothing about the money", 500, {}, { kind: "taken" }],
    [
      "declined",
      422,
      { message: "Another card, please.", restart: true },
      { kind: "restart", message: "Another card, please." },
    ],
    ["refused", 422, {}, { kind: "failed", message: PAYPAL_FAILED }],
  ])("log what a capture says, and take it as %s", async (_what, status, body, result) => {
    respondWith(status, body);
    expect(await capturePayPalOrder("PAYPAL-1")).toEqual(result);
    expect(logged).toHaveBeenCalledWith("PayPal capture", body);
  });

  it("log an answer that did not come, and call no payment failed for it", async () => {
    fetched.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await capturePayPalOrder("PAYPAL-1")).toEqual({ kind: "taken" });
    expect(logged).toHaveBeenCalledWith("PayPal capture error", expect.any(TypeError));
  });
});

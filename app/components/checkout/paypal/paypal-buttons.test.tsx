import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import PayPalButtons, { loadPayPalOnce, rethrowToPayPal, unlessDisabled } from "./paypal-buttons.tsx";
import { PAYPAL_FAILED } from "./paypal-call.ts";

const props = {
  clientId: "id",
  amount: 1000,
  currency: "gbp" as const,
  openOrder: vi.fn(),
  onTaken: vi.fn(),
};

it("PayPal's buttons cannot be reached by keyboard either while the details are being changed", () => {
  expect(renderToStaticMarkup(<PayPalButtons {...props} disabled />)).toContain("inert");
  expect(renderToStaticMarkup(<PayPalButtons {...props} disabled={false} />)).not.toContain("inert");
});

it("a press that reaches PayPal's button all the same starts nothing", () => {
  const actions = { resolve: vi.fn(), reject: vi.fn() };
  unlessDisabled(true, actions);
  expect(actions.reject).toHaveBeenCalledTimes(1);
  expect(actions.resolve).not.toHaveBeenCalled();
  unlessDisabled(false, actions);
  expect(actions.resolve).toHaveBeenCalledTimes(1);
});

it("tells why the shop refused an order in its own words, also when PayPal reports the failure again", async () => {
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  const told = vi.fn<(message: string | undefined) => void>();
  const telling = rethrowToPayPal(told);
  const failure = new Error("The total has changed. It is now £35.98.");
  const refuse = () => Promise.reject(failure);
  await expect(telling.opening(refuse)).rejects.toBe(failure);
  telling.failed(new Error("create_order_error"));
  expect(told.mock.calls).toEqual([[undefined], [failure.message]]);
  expect(await telling.opening(async () => "PAYPAL-1")).toBe("PAYPAL-1");
  telling.failed(new Error("The window broke"));
  expect(told.mock.calls.slice(2)).toEqual([[undefined], [PAYPAL_FAILED]]);
});

const sources = (token: () => Promise<string>) => ({
  fetchToken: vi.fn(token),
  load: vi.fn(async (_options: object) => null),
});

it("fetches PayPal's script once, with the client's token", async () => {
  const from = sources(async () => "token");
  await Promise.all([loadPayPalOnce("once", "gbp", from), loadPayPalOnce("once", "gbp", from)]);
  expect(from.load).toHaveBeenCalledTimes(1);
  expect(from.load).toHaveBeenCalledWith(
    expect.objectContaining({ clientId: "once", dataClientToken: "token" }),
  );
});

it("loads the buttons without a token where PayPal gives none: only card fields need it", async () => {
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  const from = sources(() => Promise.reject(new Error("Forbidden")));
  await loadPayPalOnce("without", "gbp", from);
  expect(from.load).toHaveBeenCalledTimes(1);
  expect(from.load.mock.calls[0]?.[0]).not.toHaveProperty("dataClientToken");
});

it("tries again after the script could not be fetched", async () => {
  const from = sources(async () => "token");
  from.load.mockRejectedValueOnce(new Error("Failed to load"));
  await expect(loadPayPalOnce("again", "gbp", from)).rejects.toThrow("Failed to load");
  await expect(loadPayPalOnce("again", "gbp", from)).resolves.toBeNull();
});

import { expect, it, vi } from "vitest";
import { loadPayPalOnce } from "./load-paypal-once.ts";

const sources = (token: () => Promise<string>) => ({
  fetchToken: vi.fn(token),
  load: vi.fn(async (_options: object) => null),
});

it("fetches PayPal's script once, with the client's token", async () => {
  const from = sources(async () => "token");
  await Promise.all([loadPayPalOnce("once", from), loadPayPalOnce("once", from)]);
  expect(from.load).toHaveBeenCalledTimes(1);
  expect(from.load).toHaveBeenCalledWith(
    expect.objectContaining({ clientId: "once", dataClientToken: "token" }),
  );
});

it("loads the buttons without a token where PayPal gives none: only card fields need it", async () => {
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  const from = sources(() => Promise.reject(new Error("Forbidden")));
  await loadPayPalOnce("without", from);
  expect(from.load).toHaveBeenCalledTimes(1);
  expect(from.load.mock.calls[0]?.[0]).not.toHaveProperty("dataClientToken");
});

it("tries again after the script could not be fetched", async () => {
  const from = sources(async () => "token");
  from.load.mockRejectedValueOnce(new Error("Failed to load"));
  await expect(loadPayPalOnce("again", from)).rejects.toThrow("Failed to load");
  await expect(loadPayPalOnce("again", from)).resolves.toBeNull();
});

import { expect, it, vi } from "vitest";
import { loadStripeOnce } from "./stripe-card-form.tsx";

it("fetches Stripe's script once for a key", async () => {
  const load = vi.fn(async () => null);
  await Promise.all([loadStripeOnce("pk_once", load), loadStripeOnce("pk_once", load)]);
  expect(load).toHaveBeenCalledTimes(1);
});

it("tries again after it could not be fetched", async () => {
  const load = vi.fn(async () => null);
  load.mockRejectedValueOnce(new Error("Failed to load Stripe.js"));
  await expect(loadStripeOnce("pk_again", load)).rejects.toThrow("Failed to load Stripe.js");
  await expect(loadStripeOnce("pk_again", load)).resolves.toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});

import { expect, it } from "vitest";
import { apiVersion as spokenByStandIn } from "#server/sandbox/stripe/stripe-shapes.ts";
import { apiVersion } from "./gateways.server.ts";

it("is asked of Stripe as the stand-in speaks it", () => {
  expect(spokenByStandIn).toBe(apiVersion);
});

import { expect, it } from "vitest";
import { loader } from "./checkout-success.tsx";

it("takes the client secret that the provider adds out of the address at once", async () => {
  const returned =
    "http://127.0.0.1:3000/checkout-success?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded";
  const response = await Promise.resolve(
    loader({ request: new Request(returned), params: {}, context: {} }),
  ).catch((thrown: unknown) => thrown);
  if (!(response instanceof Response)) throw new Error("no answer");
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/checkout-success?payment_intent=pi_1");
});

it("leads to the page of thanks when the address names no payment", async () => {
  const response = await Promise.resolve(
    loader({ request: new Request("http://127.0.0.1:3000/checkout-success"), params: {}, context: {} }),
  ).catch((thrown: unknown) => thrown);
  if (!(response instanceof Response)) throw new Error("no answer");
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/order-confirmation");
});

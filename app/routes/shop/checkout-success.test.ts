import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clientLoader, loader } from "./checkout-success.tsx";

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

/** As Remix throws what a loader answered with an error. */
function errorResponse(status: number) {
  return { status, statusText: "", internal: false, data: { message: "Please wait." } };
}

describe("where a page has just paid and the shop does not respond", () => {
  const serverLoader = vi.fn();
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    serverLoader.mockReset();
  });

  async function comeBack(): Promise<unknown> {
    const args = { request: new Request("http://127.0.0.1:3000/checkout-success"), params: {}, serverLoader };
    const end = clientLoader(args).catch((thrown: unknown) => thrown);
    await vi.runAllTimersAsync();
    return end;
  }

  it("it asks again, and finds the order at the second or third time, too", async () => {
    const toTheOrder = new Response(null, { status: 303 });
    serverLoader.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    serverLoader.mockRejectedValueOnce(errorResponse(502));
    serverLoader.mockRejectedValueOnce(toTheOrder);
    expect(await comeBack()).toBe(toTheOrder);
  });

  it("it waits after the third time, also where it asked too often, and never calls the order failed", async () => {
    serverLoader.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await comeBack()).toMatchObject({ state: "confirming" });
    expect(serverLoader).toHaveBeenCalledTimes(3);
    serverLoader.mockRejectedValue(errorResponse(429));
    expect(await comeBack()).toMatchObject({ state: "confirming" });
  });

  it("it takes a refusal for what it is", async () => {
    const refusal = errorResponse(403);
    serverLoader.mockRejectedValue(refusal);
    expect(await comeBack()).toBe(refusal);
    expect(serverLoader).toHaveBeenCalledTimes(1);
  });
});

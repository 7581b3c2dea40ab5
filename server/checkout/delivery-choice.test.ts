import { describe, expect, it } from "vitest";
import { filledForm } from "#server/testing/checkouts.ts";
import { checkoutFormSchema, detailsOf, formOf } from "./checkout-details.ts";
import { deliveryFacts } from "./delivery-choice.ts";
import { packingFacts } from "./packed-loads.ts";

const driver = {
  access: "rigid",
  tailLift: true,
  forklift: false,
  somebodyThere: false,
  badDays: "Fridays",
} as const;

describe("how an order goes out, in words", () => {
  it("tells the driver what the buyer said", () => {
    const delivery = { id: "standard", label: "Pallet delivery", price: 4900, loads: "1 bulk bag", driver };
    expect(packingFacts(delivery).map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "Delivery: Pallet delivery",
      "Access: A rigid lorry (up to 12 m)",
      "Tail lift: needed",
      "Forklift on site: no",
      "Somebody there: no: call before you come",
      "Days that do not suit: Fridays",
      "Goes out in: 1 bulk bag",
    ]);
  });

  it("says when a collected one is collected, or that the time has gone", () => {
    const delivery = { id: "collection", label: "Collection", price: 0, slot: "2026-07-04T09:00:00.000Z" };
    expect(deliveryFacts(delivery)).toContainEqual({
      label: "Time",
      value: "Saturday 4 July 2026, 10:00 to 10:30",
    });
    expect(deliveryFacts({ ...delivery, slotLost: true })[1]?.value).toContain(
      "another time has to be agreed",
    );
  });
});

describe("what the checkout asks about the delivery", () => {
  it("comes back to its form as it was sent", () => {
    const form = filledForm({
      deliveryOption: "standard",
      driverAsked: "on",
      driverAccess: "rigid",
      driverTailLift: true,
      driverBadDays: "Fridays",
    });
    const details = detailsOf(form);
    expect(details.delivery).toEqual({ option: "standard", driver });
    expect(formOf(details)).toMatchObject(form);
  });

  it("needs an answer about access where the page asked, and the goods are brought", () => {
    const asked = { ...filledForm(), driverAsked: "on" };
    expect(checkoutFormSchema.safeParse(asked).error?.issues).toMatchObject([
      { path: ["driverAccess"], message: "Please choose what can reach you" },
    ]);
    expect(checkoutFormSchema.safeParse({ ...asked, deliveryOption: "collection" }).success).toBe(true);
    expect(checkoutFormSchema.safeParse({ ...asked, driverAccess: "small" }).success).toBe(true);
  });

  it("is nothing in a form without such fields, as before there were any", () => {
    const details = detailsOf(filledForm());
    expect(details).not.toHaveProperty("delivery");
    expect(formOf(details)).toMatchObject({ deliveryOption: "", collectionSlot: "", driverAccess: "" });
    expect(checkoutFormSchema.parse({ ...filledForm(), deliveryOption: undefined }).deliveryOption).toBe("");
  });

  it("names a half hour only where the goods are collected", () => {
    const slot = "2026-07-04T09:00:00.000Z";
    const sent = detailsOf(filledForm({ deliveryOption: "standard", collectionSlot: slot }));
    expect(sent.delivery).toEqual({ option: "standard" });
    const collected = detailsOf(
      filledForm({ deliveryOption: "collection", collectionSlot: slot, driverAccess: "rigid" }),
    );
    expect(collected.delivery).toEqual({ option: "collection", slot });
  });
});

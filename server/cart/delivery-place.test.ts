import { describe, expect, it } from "vitest";
import { deliveryPlaceFrom, deliveryPlaceHeader, typedPlace } from "./delivery-place.server.ts";

describe("a postcode that a visitor names", () => {
  it.each([
    ["sw1a1aa", "SW1A 1AA"],
    [" yo1  7hh ", "YO1 7HH"],
    ["im1", "IM1"],
  ])("%j is kept as %s", async (typed, postcode) => {
    const named = typedPlace(typed);
    expect(named).toEqual({ kind: "place", place: { country: "United Kingdom", postcode } });
    if (named.kind !== "place") return;
    const cookie = await deliveryPlaceHeader(named.place);
    const request = new Request("http://127.0.0.1:3000/cart", { headers: { cookie } });
    expect(await deliveryPlaceFrom(request)).toEqual(named.place);
  });

  it("that is none is answered as it was typed, and an emptied field as that", () => {
    expect(typedPlace(" nowhere ")).toMatchObject({ kind: "wrong", typed: "nowhere" });
    expect(typedPlace("  ")).toEqual({ kind: "emptied" });
  });

  it("is forgotten once the field was emptied", async () => {
    expect(await deliveryPlaceHeader(null)).toContain("Max-Age=0");
    expect(await deliveryPlaceFrom(new Request("http://127.0.0.1:3000/cart"))).toBeNull();
  });
});

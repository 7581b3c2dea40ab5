import { describe, expect, it } from "vitest";
import { taxLabelsFor } from "./company-facts.ts";

describe("the names of an order's sums", () => {
  it("have the owner's word for the tax", () => {
    expect(taxLabelsFor({ taxEnabled: true, taxLabel: "VAT" }, 500)).toEqual({
      subtotal: "Subtotal (inc. VAT)",
      ofWhich: "of which VAT",
      total: "Total (inc. VAT)",
    });
  });

  it("do not mention it in a shop without tax, but for an order that was made with it", () => {
    const settings = { taxEnabled: false, taxLabel: "VAT" };
    expect(taxLabelsFor(settings, 0)).toEqual({ subtotal: "Subtotal", ofWhich: null, total: "Total" });
    expect(taxLabelsFor(settings, 500)).toMatchObject({ ofWhich: "of which VAT" });
  });
});

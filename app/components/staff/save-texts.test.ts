import { expect, it } from "vitest";
import { saveTexts } from "./save-texts.ts";

it("saving settings and products is told in these words", () => {
  expect(saveTexts).toEqual({
    settings: {
      saved: "Settings updated",
      failed: { title: "Update failed", message: "Failed to update settings" },
    },
    product: {
      saved: "Product updated",
      failed: { title: "Update failed", message: "Failed to update product" },
    },
  });
});

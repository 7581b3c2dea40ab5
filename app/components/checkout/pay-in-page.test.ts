import { expect, it } from "vitest";
import { providerIds } from "#server/payments/provider-list.ts";

const parts = import.meta.glob<unknown>("./*/pay-part.tsx", { eager: true, import: "PayPart" });

it("a provider's part of the page is exported as PayPart in the folder of its id, where the page looks for it", () => {
  for (const [file, part] of Object.entries(parts)) {
    const [, folder] = file.split("/");
    expect(providerIds).toContain(folder);
    expect(part, file).toBeInstanceOf(Function);
  }
  expect(Object.keys(parts).length).toBeGreaterThan(1);
});

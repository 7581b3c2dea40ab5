import { expect, it } from "vitest";
import { certificateText, certificationClasses, certificationLabels } from "./batch.ts";

it("is said with its class and number, and not at all where there is none", () => {
  const said = (certificationClass: (typeof certificationClasses)[number], certificateNumber = "") =>
    certificateText({ certificationClass, certificateNumber });
  expect(said("agro_organic", "DE-17")).toBe("EBC-AgroOrganic, number DE-17");
  expect(said("feed_plus")).toBe("EBC-FeedPlus");
  expect(said("none")).toBeNull();
});

it("no two classes are called alike", () => {
  expect(new Set(Object.values(certificationLabels)).size).toBe(certificationClasses.length);
});

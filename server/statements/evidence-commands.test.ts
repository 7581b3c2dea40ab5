import { expect, it } from "vitest";
import { placedUseSchema } from "./evidence-commands.ts";

it("refuses 60 kB of spaces in a postcode before it looks at them", () => {
  const before = process.cpuUsage();
  const outwardCode = `A${" ".repeat(60_000)}B`;
  expect(placedUseSchema.safeParse({ use: "soil", outwardCode }).success).toBe(false);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(100);
});

it("keeps the first half of a whole postcode", () => {
  expect(placedUseSchema.parse({ use: "soil", outwardCode: "sy8 1aa" }).outwardCode).toBe("SY8");
});

import { describe, expect, it } from "vitest";
import { putProductSchema } from "./product.schema.ts";

describe("a VAT rate", () => {
  const read = (taxRate: number | string) => putProductSchema.partial().safeParse({ taxRate });

  it.each([
    [0, 0],
    [0.05, 500],
    [0.07, 700],
    ["0.175", 1750],
    [0.1755, 1755],
    [1, 10_000],
  ])("%s is %i basis points", (given, basisPoints) => {
    expect(read(given).data).toEqual({ taxRate: basisPoints });
  });

  it.each([0.12345, "0.12345", 0.05001])("%s is refused, not rounded", (given) => {
    expect(read(given).error?.issues[0]?.message).toContain("at most two decimals of a percent");
  });

  it.each([-0.1, 1.01, "", "a fifth"])("%j is no fraction", (given) => {
    expect(read(given).error?.issues[0]?.message).toContain("a fraction from 0 to 1");
  });
});

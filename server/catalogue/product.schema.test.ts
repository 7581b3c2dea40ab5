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
  ])("%s is %i basis points", (input, basisPoints) => {
    expect(read(input).data).toEqual({ taxRate: basisPoints });
  });

  it.each([0.12345, "0.12345", 0.05001])("%s is refused, not rounded", (input) => {
    expect(read(input).error?.issues[0]?.message).toContain("at most two decimals of a percent");
  });

  it.each([-0.1, 1.01, "", "a fifth"])("%j is no fraction", (input) => {
    expect(read(input).error?.issues[0]?.message).toContain("a fraction from 0 to 1");
  });
});

import { z } from "zod";
import { parsePounds, withoutSign } from "#server/pricing/money.ts";

const GREATEST_PRICE = 99_999_999;

/** Pounds as a decimal number or text ("19.99"), parsed to pence. */
export const pounds = (label: string) => {
  const message = `${label} must be an amount of money, such as 12.50`;
  return z
    .union([z.number().meta({ minimum: 0.01, maximum: GREATEST_PRICE / 100 }), z.string().max(20)], {
      error: () => message,
    })
    .transform((input, check) => {
      const pence = parsePounds(typeof input === "string" ? withoutSign(input) : input);
      if (pence !== undefined && pence > 0 && pence <= GREATEST_PRICE) return pence;
      check.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .meta({ description: "In the shop's currency, at most two decimals." });
};

import { amountOfMoney } from "#server/pricing/typed-money.ts";

const GREATEST_PRICE = 99_999_999;

/** Pounds as a decimal number or text ("19.99"), parsed to pence. */
export const pounds = (label: string) =>
  amountOfMoney(`${label} must be an amount of money, such as 12.50`, {
    least: 1,
    most: GREATEST_PRICE,
  }).meta({ description: "In the shop's currency, at most two decimals." });

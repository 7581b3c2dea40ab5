import { z } from "zod";
import { describeWith } from "#server/commands/command.ts";
import { patternText, requiredText, rowIdFromText } from "#server/core/fields.ts";
import { readNumber } from "#server/core/typed-number.ts";
import type { PriceStep } from "#server/pricing/price-steps.ts";
import { amountOfMoney } from "#server/pricing/typed-money.ts";

const GREATEST_PRICE = 99_999_999;

/** Pounds as a decimal number or text ("19.99"), parsed to pence. */
export const pounds = (label: string) =>
  amountOfMoney(`${label} must be an amount of money, such as 12.50`, {
    least: 1,
    most: GREATEST_PRICE,
  }).meta({ description: "In the shop's currency, at most two decimals." });

/** As many as staff can take at the counter. */
const GREATEST_QUANTITY = 9999;
const MOST_STEPS = 20;

const WHOLE = "From must be a whole number";

const fromQuantity = (least: number) =>
  z
    .int(WHOLE)
    .min(least, least > 1 ? "From 2 on: the price of one is the product's own" : "From 1 on")
    .max(GREATEST_QUANTITY, `From ${GREATEST_QUANTITY} at most`);

/** A list's code as it stands in files and addresses. */
export const tradeListCode = patternText(
  50,
  /^[a-z0-9][a-z0-9-]{0,49}$/,
  "A trade list is named by its code, such as growers",
);

const stepSchema = z
  .object({
    minQuantity: fromQuantity(1),
    price: pounds("Price"),
    tradeList: z
      .union([z.literal(""), tradeListCode])
      .nullish()
      .transform((code) => code || null),
  })
  .refine(({ tradeList, minQuantity }) => tradeList !== null || minQuantity > 1, {
    path: ["minQuantity"],
    message: "From 2 on: the price of one is the product's own",
  });

/** Steps as staff enter them, for everybody and for lists, in any order. */
const priceStepsSchema = z
  .array(stepSchema)
  .max(MOST_STEPS, `At most ${MOST_STEPS} steps`)
  .superRefine((steps, check) => {
    const seen = new Set<string>();
    for (const [index, { tradeList, minQuantity }] of steps.entries()) {
      const step = `${tradeList ?? ""} ${minQuantity}`;
      if (seen.has(step))
        check.addIssue({ code: "custom", path: [index, "minQuantity"], message: "This step is there twice" });
      seen.add(step);
    }
  });

const restStep = { minQuantity: fromQuantity(2), price: pounds("Price") };

/** REST: everybody's steps. */
export const everybodysSteps = z
  .array(z.strictObject(restStep))
  .max(MOST_STEPS)
  .transform((steps) => steps.map((step): PriceStep => ({ ...step, tradeList: null })))
  .meta({ description: "What a unit costs from a quantity on, for everybody; replaces those there are." });

/** REST: the steps of trade lists. */
export const tradeListsSteps = z
  .array(z.strictObject({ tradeList: tradeListCode, minQuantity: fromQuantity(1), price: pounds("Price") }))
  .max(MOST_STEPS)
  .meta({
    description:
      "What a unit costs customers with a trade list, from a quantity on; replaces those there are.",
  });

const stepText = /^(?:([a-z0-9][a-z0-9-]{0,49}) )?from ([\d,.]{1,6}): *(\S.{0,19})$/;

/** Of all steps of a product in one cell. */
const LONGEST_STEPS = 10_000;

/** Such a text, read back; an empty one means none. */
export const priceStepsText = z
  .string()
  .max(LONGEST_STEPS, { abort: true })
  .transform((text, check): z.input<typeof priceStepsSchema> => {
    const parts = text.split(";").flatMap((part) => part.trim() || []);
    return parts.map((part) => {
      const [, tradeList, minQuantity, price] = stepText.exec(part) ?? [];
      const from = readNumber(minQuantity ?? "");
      if (price !== undefined && "plain" in from)
        return { minQuantity: Number(from.plain), price, tradeList };
      check.addIssue({
        code: "custom",
        message: `priceSteps must be like "from 10: 21.50; growers from 1: 20.00", not "${part.slice(0, 50)}"`,
      });
      return z.NEVER;
    });
  })
  .pipe(priceStepsSchema);

const listName = requiredText(50, "Enter a name", "Keep the name below 50 characters");
const seenVersion = z.coerce.number().pipe(z.int().min(1));

const editing = describeWith("products.edit");

/** What staff do to prices by quantity and to the lists of them that customers carry. */
export const priceCommands = {
  setSteps: editing(
    "prices.setSteps",
    z.object({ id: rowIdFromText, seenVersion, steps: priceStepsSchema.default([]) }),
    "Prices by quantity saved",
  ),
  createList: editing("prices.createList", z.object({ name: listName }), "Trade list made"),
  renameList: editing(
    "prices.renameList",
    z.object({ code: tradeListCode, name: listName, seenVersion }),
    "Trade list renamed",
  ),
  removeList: editing("prices.removeList", z.object({ code: tradeListCode }), "Trade list removed"),
};

import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import { rowIdFromText } from "#server/core/fields.ts";
import { priceStepsSchema, tradeListCode } from "./price-steps.schema.ts";

const listName = z
  .string("Enter a name")
  .trim()
  .min(1, "Enter a name")
  .max(50, "Keep the name below 50 characters");
const seenVersion = z.coerce.number().pipe(z.int().min(1));

/** What staff do to prices by quantity and to the lists of them that customers carry. */
export const priceCommands = {
  setSteps: describeCommand({
    name: "prices.setSteps",
    permission: "products.edit",
    input: z.object({ id: rowIdFromText, seenVersion, steps: priceStepsSchema.default([]) }),
    done: "Prices by quantity saved",
  }),
  createList: describeCommand({
    name: "prices.createList",
    permission: "products.edit",
    input: z.object({ name: listName }),
    done: "Trade list made",
  }),
  renameList: describeCommand({
    name: "prices.renameList",
    permission: "products.edit",
    input: z.object({ code: tradeListCode, name: listName, seenVersion }),
    done: "Trade list renamed",
  }),
  removeList: describeCommand({
    name: "prices.removeList",
    permission: "products.edit",
    input: z.object({ code: tradeListCode }),
    done: "Trade list removed",
  }),
};

import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import { type Claims, claimKeys } from "./claims.ts";

const short = (missing: string) =>
  z.string(missing).trim().min(1, missing).max(60, "Please use at most 60 characters");
const sentence = (missing: string) =>
  z.string(missing).trim().min(1, missing).max(300, "Please use at most 300 characters");

const claimSchema = z.object({
  figure: short("Please enter the figure"),
  says: sentence("Please say what the figure means"),
  source: sentence("Please say where the figure comes from"),
  checkedOn: z.union([z.literal(""), z.iso.date("Please enter a date")]).default(""),
});

const retailYearSchema = z.object({
  year: z.number().int().min(2000).max(2100),
  kg: z.number("Please enter kilograms").min(0, "Must not be below 0").max(10_000_000, "That is too much"),
  share: z.number("Please enter percent").min(0, "Must not be below 0").max(100, "Must not be above 100"),
});

/** The form of all claims. */
const statementsSchema = z.object({
  claims: z.record(z.enum(claimKeys), claimSchema),
  retailYears: z.array(retailYearSchema).max(100).readonly(),
  seenVersion: z.number().int().min(0),
});

/** What the owner does with what the site states. */
export const statementCommands = {
  save: describeCommand({
    name: "statements.save",
    permission: "settings.edit",
    input: statementsSchema.transform(({ claims, ...rest }) => ({ ...rest, claims: claims as Claims })),
    done: "Claims updated",
  }),
};

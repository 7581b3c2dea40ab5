import { z } from "zod";
import { describeCommand, describeWith } from "#server/commands/command.ts";
import {
  isoDay,
  labelledText,
  optionalRowId,
  optionalText,
  requiredText,
  rowId,
  rowIdFromText,
  searchText,
  transformedText,
} from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";
import { numberIn } from "#server/core/typed-number.schema.ts";
import {
  BATCH_CODE,
  type BatchStatus,
  batchCodeOf,
  batchStatuses,
  certificateMistake,
  certificationClasses,
  creditStatuses,
  metals,
} from "./batch.ts";

/** The heaviest batch that the database's columns hold, in kilograms. */
const HEAVIEST = 2_000_000;

const kilograms = (message: string) => z.number(message).positive(message).max(HEAVIEST, message);

const share = (label: string) => {
  const message = `${label} is a percentage, such as 81.2`;
  return z.number(message).min(0, message).max(100, message);
};

const WRONG_CODE = "A code has up to 20 letters, digits, dots and hyphens, such as 2026-11-A";
const batchCode = transformedText(
  20,
  (text) => batchCodeOf(text) ?? text,
  WRONG_CODE,
  "Code is required",
).regex(BATCH_CODE, WRONG_CODE);

/** The day on which it was made or measured; the server accepts none that has not come yet. */
const day = (label: string) => isoDay(`${label} is a day, such as 2026-11-24`);

/** How a batch is certified, as forms and scripts state it. */
const certificateFields = {
  certificationClass: z.enum(certificationClasses, "Choose one").default("none"),
  certificateNumber: optionalText(100, "Keep the number below 100 characters").default(""),
};

/** A new batch, as a form or a script states it. */
export const newBatchSchema = z.object({
  code: batchCode,
  productId: z.coerce.number("Choose the product").pipe(rowId),
  madeOn: day("Made on"),
  feedstock: labelledText("Feedstock", 200),
  feedstockOrigin: optionalText(200, "Keep the origin below 200 characters").default(""),
  kilnCelsius: z
    .int("The kiln's temperature is in whole degrees Celsius, such as 550")
    .min(200, "A kiln of less than 200 °C makes no biochar")
    .max(1500, "A kiln does not get hotter than 1500 °C"),
  kilogramsMade: kilograms("Type kilograms, such as 850"),
  ...certificateFields,
});

const milligrams = z
  .number("Type mg/kg, such as 3.2")
  .min(0, "Type mg/kg, such as 3.2")
  .max(2_000_000)
  .optional();

/** What a laboratory found, in the units of its report: percent, mg/kg, and the molar ratio. */
export const analysisFields = {
  laboratory: labelledText("Laboratory", 200),
  analysedOn: day("Date"),
  organicCarbon: share("Organic carbon").gt(0, "Organic carbon is a percentage, such as 81.2"),
  hydrogenToCarbon: z
    .number("H/Corg is a ratio, such as 0.35")
    .min(0)
    .max(3, "H/Corg is a ratio, such as 0.35")
    .optional(),
  ash: share("Ash").optional(),
  water: share("Water").lt(100, "Water is a percentage, such as 12").optional(),
  ph: z.number("pH is a number up to 14").min(0).max(14, "pH is a number up to 14").optional(),
  pah: milligrams,
  // Of a record the form library reads no numbers.
  metals: z.partialRecord(z.enum(metals), z.preprocess(numberIn, milligrams)).default({}),
};

const ofBatch = { batchId: rowIdFromText };

/** With the version that the person saw, of which they state something else. */
const ofSeenBatch = { ...ofBatch, seenVersion: z.coerce.number().int().min(1) };

const reason = labelledText("Reason", 300);

/** Whose carbon it is: issued credits have a holder, and nobody else's may be named. */
const claims = z
  .object({
    ...ofSeenBatch,
    creditStatus: z.enum(creditStatuses, "Choose one"),
    creditsIssuedTo: optionalText(200).default(""),
    transportGramsPerKilogram: z
      .int("Type whole grams")
      .min(0, "Type whole grams")
      .max(100_000)
      .nullish()
      .transform((grams) => grams ?? null),
  })
  .superRefine(({ creditStatus, creditsIssuedTo }, check) => {
    if ((creditStatus === "issued") === (creditsIssuedTo !== "")) return;
    const message =
      creditStatus === "issued"
        ? "Say to whom the credits were issued, with the registry"
        : "Only issued credits have a holder";
    check.addIssue({ code: "custom", path: ["creditsIssuedTo"], message });
  });

const certificate = z.object({ ...ofSeenBatch, ...certificateFields }).superRefine((stated, check) => {
  const message = certificateMistake(stated);
  if (message) check.addIssue({ code: "custom", path: ["certificateNumber"], message });
});

const editing = describeWith("batches.edit");

/** What staff do with what was made. */
export const batchCommands = {
  create: editing("batches.create", newBatchSchema, ({ code }: { code: string }) => ({
    title: `Batch ${code} entered`,
  })),
  addAnalysis: editing(
    "batches.addAnalysis",
    z.object({
      ...ofBatch,
      /** Made with the form: sent twice, it is one analysis. */
      key: z.string().min(1).max(100),
      ...analysisFields,
      /** The laboratory's report as a data URL. */
      document: z.string().optional(),
    }),
    "Analysis added",
  ),
  writeOff: editing(
    "batches.writeOff",
    z.object({
      ...ofBatch,
      key: z.string().min(1).max(100),
      kilograms: kilograms("Type kilograms, such as 12.5"),
      reason,
    }),
    "Written off",
  ),
  quarantine: editing(
    "batches.quarantine",
    z.object({ ...ofBatch, reason }),
    "In quarantine: it is not packed",
  ),
  release: editing("batches.release", z.object(ofBatch), "Open: it is packed again"),
  markSoldOut: editing("batches.markSoldOut", z.object(ofBatch), "Sold out: it is not packed any more"),
  saveClaims: editing("batches.saveClaims", claims, "Saved"),
  saveCertificate: editing("batches.saveCertificate", certificate, "Saved"),
  recall: describeCommand({
    name: "batches.recall",
    permission: "batches.recall",
    input: z.object({
      ...ofBatch,
      reason,
      message: requiredText(3000, "Say what customers do", "Keep the text below 3000 characters"),
      /** How many orders the person saw: others are told instead of obeyed. */
      seenOrders: z.coerce.number().int().min(0),
    }),
    done: ({ mails }: { mails: number }) => ({
      title: "In quarantine, and recalled",
      description: mails === 1 ? "1 customer has a mail." : `${mails} customers have a mail.`,
    }),
  }),
};

export type NewAnalysis = z.output<typeof batchCommands.addAnalysis.input>;

export const statusLabels: Record<BatchStatus, string> = {
  open: "Open",
  quarantined: "In quarantine",
  sold_out: "Sold out",
};

/** What staff ask of the batches, as the address says it; what makes no sense is left out. */
export const batchList = listQuery(
  z.object({
    search: searchText(),
    status: z
      .union([z.enum(batchStatuses), z.literal("")])
      .catch("")
      .default(""),
    /** Go on behind the batch of this id, towards older ones. */
    after: optionalRowId,
  }),
);

export type BatchSearch = z.infer<typeof batchList.schema>;

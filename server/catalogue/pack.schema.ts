import { z } from "zod";
import { isoDay } from "#server/core/fields.ts";
import { typedNumber, within } from "#server/core/typed-number.schema.ts";
import { handlings } from "#server/pricing/loads.ts";
import { gramsOf, type PackFacts, packagingMaterials } from "#server/pricing/pack-facts.ts";
import { unitPriceBases } from "#server/pricing/price-per-measure.ts";

const GREATEST_GRAMS = 100_000_000;
const GREATEST_MILLILITRES = 100_000_000;
const GREATEST_DENSITY = 5000;
const GREATEST_FOOTPRINT = 10_000;
const GREATEST_PACKAGING = 1_000_000;

/** Kilograms or litres with up to three decimals, parsed to grams or millilitres; an empty text is nothing. */
const thousandths = (label: string, unit: string, most: number) => {
  const parseDecimal = within({ least: 0.001, most: most / 1000, decimals: 3 });
  return typedNumber<number | null>({
    message: `${label} must be in ${unit}, above 0 and up to ${(most / 1000).toLocaleString("en-GB")}, such as 12.5`,
    whenEmpty: null,
    parse: (plain) => {
      const value = parseDecimal(plain);
      return value === undefined ? undefined : Math.round(value * 1000);
    },
  }).nullable();
};

/** A whole number of a form or a file; an empty text is nothing. */
const whole = (label: string, unit: string, { least, most }: { least: number; most: number }) =>
  typedNumber<number | null>({
    message: `${label} must be a whole number of ${unit} from ${least} to ${most.toLocaleString("en-GB")}`,
    whenEmpty: null,
    parse: within({ least, most, decimals: 0 }),
  }).nullable();

const dayOrNothing = z
  .union([z.literal(""), isoDay()], { error: () => "Day measured must be a date" })
  .nullable()
  .transform((day) => day || null);

const packaging = (label: string) => whole(label, "grams", { least: 0, most: GREATEST_PACKAGING });
const footprint = (label: string) => whole(label, "millimetres", { least: 1, most: GREATEST_FOOTPRINT });

/** Fields that are entered alike everywhere. */
const sharedFields = {
  bulkDensity: whole("Bulk density", "grams per litre", { least: 1, most: GREATEST_DENSITY }),
  bulkDensityMeasuredOn: dayOrNothing,
  unitPriceBasis: z.enum(unitPriceBases, `Price per must be one of ${unitPriceBases.join(", ")}`),
  handling: z.enum(handlings, `Handling must be one of ${handlings.join(", ")}`),
  footprintLength: footprint("Footprint length"),
  footprintWidth: footprint("Footprint width"),
  paperGrams: packaging("Paper and card"),
  plasticGrams: packaging("Plastic"),
  wovenPlasticGrams: packaging("Woven plastic"),
  woodGrams: packaging("Wood"),
  glassGrams: packaging("Glass"),
  metalGrams: packaging("Metal"),
};

/** What staff type of a pack: weights in kilograms, volumes in litres. */
export const packFormFields = {
  netGrams: thousandths("Net weight", "kilograms", GREATEST_GRAMS),
  packMillilitres: thousandths("Volume", "litres", GREATEST_MILLILITRES),
  grossGrams: thousandths("Gross weight", "kilograms", GREATEST_GRAMS),
  ...sharedFields,
  mixedIntoSoil: z.boolean("Mixed into soil must be true or false"),
};

/** The cells of the product file: grams and millilitres. */
export const packCells = {
  netGrams: whole("netGrams", "grams", { least: 1, most: GREATEST_GRAMS }),
  packMillilitres: whole("packMillilitres", "millilitres", { least: 1, most: GREATEST_MILLILITRES }),
  grossGrams: whole("grossGrams", "grams", { least: 1, most: GREATEST_GRAMS }),
  ...sharedFields,
};

const positive = (most: number) => z.int().min(1).max(most).nullable();

/** What scripts send of a pack, in the shapes that they read it in. */
export const packJsonFields = {
  netGrams: positive(GREATEST_GRAMS).meta({ description: "What is in a pack." }),
  packMillilitres: positive(GREATEST_MILLILITRES).meta({ description: "What is in a pack." }),
  grossGrams: positive(GREATEST_GRAMS).meta({ description: "A pack with all that is around it." }),
  unitPrice: z
    .strictObject({
      amount: z
        .number()
        .optional()
        .meta({ description: "Reckoned from the price: what is sent is ignored." }),
      per: z.enum(unitPriceBases).exclude(["none"]),
    })
    .nullable()
    .meta({ description: "What the price per measure is told for; null for none." }),
  handling: z.enum(handlings),
  bulkDensity: z
    .strictObject({ gramsPerLitre: z.int().min(1).max(GREATEST_DENSITY), measuredOn: isoDay() })
    .nullable()
    .meta({ description: "As it was measured." }),
  footprint: z
    .strictObject({
      lengthMillimetres: z.int().min(1).max(GREATEST_FOOTPRINT),
      widthMillimetres: z.int().min(1).max(GREATEST_FOOTPRINT),
    })
    .nullable()
    .meta({ description: "The floor that a pack takes." }),
  mixedIntoSoil: z.boolean().meta({ description: "Whether the application-rate calculator offers it." }),
  packaging: z
    .partialRecord(z.enum(packagingMaterials), z.int().min(0).max(GREATEST_PACKAGING))
    .meta({ description: "Grams around one unit by material; what is left out is none." }),
};

type Grouped = "unitPrice" | "bulkDensity" | "footprint" | "packaging";
type PackJson = { [Name in Grouped]?: z.output<(typeof packJsonFields)[Name]> | undefined };

/** The fields of a product that the groups of a script's body change; what it leaves out stays. */
export function packChangeOf({ unitPrice, bulkDensity, footprint, packaging }: PackJson): Partial<PackFacts> {
  return {
    ...(unitPrice === undefined ? {} : { unitPriceBasis: unitPrice?.per ?? "none" }),
    ...(bulkDensity === undefined
      ? {}
      : {
          bulkDensity: bulkDensity?.gramsPerLitre ?? null,
          bulkDensityMeasuredOn: bulkDensity?.measuredOn ?? null,
        }),
    ...(footprint === undefined
      ? {}
      : {
          footprintLength: footprint?.lengthMillimetres ?? null,
          footprintWidth: footprint?.widthMillimetres ?? null,
        }),
    ...(packaging === undefined ? {} : gramsOf(packaging)),
  };
}

import { z } from "zod";
import { optionalText, rowId } from "#server/core/fields.ts";
import { typedNumber, within } from "#server/core/typed-number.schema.ts";
import { isDataUrl } from "#server/media/media-address.ts";
import { unknownPack } from "#server/pricing/pack-facts.ts";
import { gtinDigits, gtinMistake } from "./gtin.ts";
import { packFormFields, packJsonFields } from "./pack.schema.ts";
import { everybodysSteps, pounds, tradeListsSteps } from "./price-commands.ts";

const GREATEST_STOCK = 1_000_000;
/**
 * More than the base64 of the largest picture, so that the picture's own limit refuses one that is slightly larger.
 */
const MAX_IMAGE_URL = 8_000_000;
const MAX_ADDRESS = 500;

const NEEDS_ADDRESS = "Enter an address that begins with https://, or choose a picture";

const text = (label: string, longest: number) =>
  optionalText(
    longest,
    `Keep the ${label.toLowerCase()} below ${longest} characters`,
    `${label} must be a text`,
  );

const taxFraction = within({ least: 0, most: 1, decimals: 20 });

/** A fraction such as 0.2, parsed to basis points; none means the store's own rate. */
const taxRate = typedNumber({
  message: "VAT rate must be a fraction from 0 to 1, such as 0.2",
  number: z.number().meta({ minimum: 0, maximum: 1 }),
  parse: taxFraction,
})
  .transform((fraction, check) => {
    const basisPoints = Math.round(fraction * 10_000);
    // Binary fractions: 0.07 times 10,000 is 700.0000000000001.
    if (Math.abs(fraction * 10_000 - basisPoints) <= 1e-6) return basisPoints;
    check.addIssue({
      code: "custom",
      message: "VAT rate must have at most two decimals of a percent: 0.175 or 0.1755, not 0.17555",
    });
    return z.NEVER;
  })
  .meta({ description: "A fraction: 0.2, 0.05 or 0." });

const oneLine = (label: string, longest: number) =>
  text(label, longest).refine((value) => !/\p{Cc}/u.test(value), `${label} must be one line of text`);

/** One line of text, or none: an empty field is none. */
const line = (label: string, longest: number) => oneLine(label, longest).transform((value) => value || null);

/** A GTIN as people type it, with spaces or hyphens, or none. */
const gtin = text("GTIN", 40).transform((typed, check) => {
  const digits = gtinDigits(typed);
  const mistake = digits === "" ? undefined : gtinMistake(digits);
  if (mistake === undefined) return digits || null;
  check.addIssue({ code: "custom", message: mistake });
  return z.NEVER;
});

/** A picture's address: one of the shop's own, https at another site, a data URL to be stored, or none. */
const imageUrl = z
  .string("Picture must be an address")
  .max(MAX_IMAGE_URL, { error: "The picture is larger than 5 MB. Please choose a smaller one.", abort: true })
  .trim()
  .refine((input) => input === "" || isDataUrl(input) || isAddress(input), NEEDS_ADDRESS);

function isAddress(input: string): boolean {
  if (input.length > MAX_ADDRESS) return false;
  if (/^\/(pictures|media)\/[\w.-]+$/.test(input)) return true;
  return /^https:\/\//i.test(input) && URL.canParse(input);
}

const stockQuantity = z
  .int("Stock must be a whole number")
  .min(0, "Stock must not be below 0")
  .max(GREATEST_STOCK, `Stock must be at most ${GREATEST_STOCK}`);

/** What staff enter for a product; one set of rules for form, tRPC, REST and CSV. */
export const productFields = {
  name: oneLine("Name", 200).min(1, "Name is required"),
  description: text("Description", 5000),
  price: pounds("Price"),
  salePrice: pounds("Sale price"),
  onSale: z.boolean("On sale must be true or false"),
  category: oneLine("Category", 100).min(1, "Category is required"),
  imageUrl,
  stockQuantity,
  isBestseller: z.boolean("Bestseller must be true or false"),
  isNew: z.boolean("New must be true or false"),
  taxRate: taxRate.nullable(),
  family: line("Family", 100).nullable(),
  packLabel: line("Pack", 60).nullable(),
  gtin: gtin.nullable(),
  ...packFormFields,
};

const formFields = {
  ...productFields,
  name: z.string("Name is required").pipe(productFields.name),
  category: z.string("Category is required").pipe(productFields.category),
  description: productFields.description.default(""),
  imageUrl: productFields.imageUrl.default(""),
  /** Missing while the switch is off, where its field is disabled: the stored value stays. */
  salePrice: productFields.salePrice.optional(),
  onSale: productFields.onSale.default(false),
  isBestseller: productFields.isBestseller.default(false),
  isNew: productFields.isNew.default(false),
  /** The empty choice is the store's own rate. */
  taxRate: productFields.taxRate.default(null),
  family: productFields.family.default(null),
  packLabel: productFields.packLabel.default(null),
  gtin: productFields.gtin.default(null),
  ...packFieldsOfForm(),
};

type PackFields = typeof packFormFields;

/** What the form leaves out, nobody has said. */
function packFieldsOfForm() {
  const names = Object.keys(packFormFields) as (keyof PackFields)[];
  const fields = names.map((name) => [name, (packFormFields[name] as z.ZodType).default(unknownPack[name])]);
  return Object.fromEntries(fields) as { [Name in keyof PackFields]: z.ZodDefault<PackFields[Name]> };
}

/** The fields of a product's form; the form of a new product sends no others. */
export const productFormSchema = z.object(formFields);

/** A product and the version of it that staff saw. */
export const expectedProductSchema = z.object({
  id: z.coerce.number().pipe(rowId),
  seenVersion: z.coerce.number().pipe(z.int().min(1)),
});

/** The values that the person saw when they began to edit the product. */
export const expectedStateSchema = expectedProductSchema.extend({
  seenStock: z.coerce.number().pipe(z.int().min(0)),
});

/** The input of the inline edit: the fields that were changed; the others stay as they are. */
export const editProductSchema = expectedStateSchema.extend(z.object(productFields).partial().shape);

/** REST, PUT /api/admin/products/{id}: the fields that scripts know; those left out stay as they are. */
export const putProductSchema = z
  .strictObject({
    name: productFields.name,
    description: productFields.description,
    price: productFields.price,
    salePrice: productFields.salePrice.nullable(),
    onSale: productFields.onSale,
    imageUrl: productFields.imageUrl.meta({
      description: "An address, or a data URL of a picture up to 5 MB.",
    }),
    stockQuantity: stockQuantity.meta({ description: "What can be sold now, as the product list says it." }),
    isBestseller: productFields.isBestseller,
    isNew: productFields.isNew,
    taxRate: productFields.taxRate,
    family: productFields.family.meta({
      description: "The family of packs that it is one of; a new name makes a new one, null is none.",
    }),
    packLabel: productFields.packLabel.meta({
      description: "What tells it from the others of its family, such as 5 kg.",
    }),
    gtin: productFields.gtin.meta({
      description: "Its Global Trade Item Number, with a right check digit; null is none.",
    }),
    ...packJsonFields,
    priceSteps: everybodysSteps,
    tradePriceSteps: tradeListsSteps,
  })
  .partial();

/** The name of another category joins the two. */
export const renameCategorySchema = z.object({
  from: productFields.category,
  to: z.string("Enter the new name").pipe(productFields.category),
});

export type ExpectedProduct = z.output<typeof expectedProductSchema>;

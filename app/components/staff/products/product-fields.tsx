import type { ComponentProps } from "react";
import { CheckboxField, SelectField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { ProductTexts } from "#server/catalogue/staff-product.ts";
import { waitingText } from "#server/catalogue/stock-alert.ts";
import { labelIn } from "#server/pricing/money.ts";
import { FamilyField } from "./family-field.tsx";
import { PackFields } from "./pack-fields.tsx";
import { PictureField } from "./picture-field.tsx";
import { fieldLabels, percentText, STANDARD_RATE } from "./product-form-values.ts";

type Field = NonNullable<ComponentProps<typeof TextField>["field"]>;

/** What each field of the form is given: its name for people, what it holds, and what is wrong with it. */
export type FieldAt = (name: keyof ProductTexts) => {
  label: string;
  field: Field;
  errors: string[] | undefined;
};

interface ProductFieldsProps {
  fields: Record<keyof ProductTexts, Field>;
  /** By field, what the server said of what was sent last. */
  refused: Record<string, string[]> | undefined;
  /** What the form holds now. */
  typed: ProductTexts;
  /** What the product has, since a rate other than the two choices is shown only where it is in use. */
  saved: ProductTexts;
  categories: readonly string[];
  heldQuantity: number;
  peopleWaiting: number;
  chosenPicture: string | null;
  onChoosePicture: (dataUrl: string | null) => void;
}

/** Which rate is right for which product (docs/rules.md#vat-6). */
const VAT_HELP =
  "Soil products are normally 20%. Ask an adviser before you sell animal feed at another rate.";

/** The fields of a product, for the inline edit and for a new one. */
export function ProductFields(props: ProductFieldsProps) {
  const {
    fields,
    refused,
    typed,
    saved,
    categories,
    heldQuantity,
    peopleWaiting,
    chosenPicture,
    onChoosePicture,
  } = props;
  const knownCategories = `${fields.category.id}-known`;
  const hydrated = useHydrated();
  const currency = useStoreCurrency();
  const onSale = typed.onSale === "on";
  const at: FieldAt = (name) => ({
    label: fieldLabels[name],
    field: fields[name],
    errors: fields[name].errors ?? refused?.[name],
  });
  return (
    <div className="grid gap-5 lg:grid-cols-2 lg:gap-x-8">
      <div className="grid content-start gap-5">
        <TextField {...at("name")} autoComplete="off" />
        <TextField {...at("category")} list={knownCategories} autoComplete="off" />
        <datalist id={knownCategories}>
          {categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <div className="grid gap-5 sm:grid-cols-2">
          <FamilyField {...at("family")} typed={typed.family} />
          <TextField {...at("packLabel")} hint="Such as 5 kg." autoComplete="off" />
        </div>
        <TextField
          {...at("gtin")}
          inputMode="numeric"
          autoComplete="off"
          hint="The number under a barcode, where the pack has one. Labels of its batches then hold a GS1 Digital Link."
        />
        <TextareaField {...at("description")} rows={5} />
        <PictureField
          {...at("imageUrl")}
          address={typed.imageUrl}
          chosen={chosenPicture}
          onChoose={onChoosePicture}
        />
      </div>
      <div className="grid content-start gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...at("price")}
            label={labelIn("Regular price", currency)}
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField
            {...at("salePrice")}
            label={labelIn("Sale price", currency)}
            inputMode="decimal"
            autoComplete="off"
            // Without JavaScript nothing could switch it on.
            disabled={hydrated && !onSale}
            required={hydrated && onSale}
          />
        </div>
        <CheckboxField
          {...at("onSale")}
          hint="Shoppers then pay the sale price, and see the regular one struck through."
        />
        <TextField
          {...at("stockQuantity")}
          inputMode="numeric"
          hint={stockHint(heldQuantity, peopleWaiting)}
        />
        <SelectField {...at("taxRate")} options={rateOptions(saved.taxRate)} hint={VAT_HELP} />
        <CheckboxField {...at("isBestseller")} />
        <CheckboxField {...at("isNew")} />
      </div>
      <PackFields at={at} typed={typed} className="lg:col-span-2" />
    </div>
  );
}

function stockHint(held: number, waiting: number): string {
  const heldNow = held > 0 ? `, ${held} of them held for payments under way` : "";
  const waitingNow = waiting > 0 ? ` ${waitingText(waiting)} to be told that it is back.` : "";
  return `Units in the warehouse${heldNow}. What is sold while you type is taken off.${waitingNow}`;
}

function rateOptions(saved: string) {
  const options = [
    { value: "", label: STANDARD_RATE },
    { value: "0.05", label: "5%" },
    { value: "0.2", label: "20%" },
  ];
  if (options.some(({ value }) => value === saved)) return options;
  return [...options, { value: saved, label: percentText(Number(saved) * 10_000) }];
}

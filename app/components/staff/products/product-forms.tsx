import { useDeferredValue, useState } from "react";
import { CommandForm, NotSavedYet, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { saveFailures } from "#app/components/staff/kit/use-command.ts";
import { leaveUnasked } from "#app/components/staff/unsaved-changes.tsx";
import { Button } from "#app/components/ui/button.tsx";
import {
  CheckboxField,
  type FieldSource,
  SelectField,
  TextareaField,
  TextField,
} from "#app/components/ui/fields.tsx";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { productFormSchema } from "#server/catalogue/product.schema.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import {
  type ProductTexts,
  type StaffProduct,
  shownProduct,
  textsOfPack,
  textsOfProduct,
} from "#server/catalogue/product-state.ts";
import { waitingText } from "#server/catalogue/stock-alert.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { displayRate } from "#server/orders/vat-document.ts";
import { labelIn } from "#server/pricing/money.ts";
import { unknownPack } from "#server/pricing/pack-facts.ts";
import { PictureField } from "../kit/form-fields.tsx";
import { PackFields, QuantityPrices } from "./pack-fields.tsx";

/** What each field of the form is given: its name for people, what it holds, and what is wrong with it. */
export type FieldAt = (name: keyof ProductTexts) => { label: string; field: FieldSource };

interface EditProductFormProps {
  product: StaffProduct;
  categories: readonly string[];
  onClose: () => void;
}

/** The inline edit of one product. Nothing that was typed is lost, nor what somebody else has saved meanwhile. */
export function EditProductForm({ product, categories, onClose }: EditProductFormProps) {
  return (
    <CommandForm
      command={productCommands.update}
      hidden={{ id: product.id }}
      version={{
        name: "seenVersion",
        current: product.version,
        besides: ["imageUrl"],
        differences: ["stockQuantity"],
      }}
      shown={shownProduct(textsOfProduct(product))}
      // The server checks what was touched: a rule that is newer than a product keeps nobody from saving the rest.
      isUnchecked
      failure={saveFailures.product}
      label={`Edit ${product.name}`}
      className="grid gap-5"
      onDone={onClose}
    >
      {({ typed }) => <ProductFields {...{ typed, product, categories, onClose }} save="Save" />}
    </CommandForm>
  );
}

interface NewProductFormProps {
  categories: readonly string[];
  onCreated: (id: number) => void;
  onClose: () => void;
}

export function NewProductForm({ categories, onCreated, onClose }: NewProductFormProps) {
  return (
    <CommandForm
      command={productCommands.create}
      shown={shownProduct(newProductTexts)}
      closes
      failure={{ title: "Failed to create product" }}
      label="New product"
      className="grid gap-5 rounded-lg border border-line bg-sunken/40 p-4"
      onDone={({ id }) => onCreated(id)}
    >
      {({ typed }) => (
        <>
          <h3 className="text-lg">New product</h3>
          <p className="text-sm text-ink-soft">
            Once it is created you can add more pictures and its documents.
          </p>
          <ProductFields {...{ typed, categories, onClose }} save="Create product" />
        </>
      )}
    </CommandForm>
  );
}

interface ProductFieldsProps {
  typed: FormData | undefined;
  /** None for a new product. The fields begin from it, and stay so until they are drawn again for another version. */
  product?: StaffProduct;
  categories: readonly string[];
  save: string;
  onClose: () => void;
}

/** Which rate is right for which product (docs/rules.md#vat-6). */
const VAT_HELP =
  "Soil products are normally 20%. Ask an adviser before you sell animal feed at another rate.";

const rules = fieldRulesOf(productFormSchema);

function ProductFields({ typed: form, product, categories, save, onClose }: ProductFieldsProps) {
  const [shown] = useState(product);
  const [saved] = useState(() => (shown ? textsOfProduct(shown) : newProductTexts));
  const currency = useStoreCurrency();
  const fieldOf = useFieldsOfForm();
  const typed = textsWith(form, saved);
  const onSale = typed.onSale === "on";
  const at: FieldAt = (name) => ({
    label: fieldLabels[name],
    field: { ...rules[name], ...fieldOf(name, saved[name]) },
  });
  const category = at("category");
  const knownCategories = `${category.field.id}-known`;
  return (
    <>
      {shown && <input type="hidden" name="seenStock" value={shown.stockQuantity} />}
      <div className="grid gap-5 lg:grid-cols-2 lg:gap-x-8">
        <div className="grid content-start gap-5">
          <TextField {...at("name")} autoComplete="off" />
          <TextField {...category} list={knownCategories} autoComplete="off" />
          <datalist id={knownCategories}>
            {categories.map((known) => (
              <option key={known} value={known} />
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
          <PictureField address={typed.imageUrl}>
            {(isChosen) => (
              <TextField
                {...at("imageUrl")}
                hint={
                  isChosen
                    ? "The chosen file goes before this address."
                    : "Instead of a file: https://… or empty for none."
                }
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </PictureField>
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
              disabled={!onSale}
              required={onSale}
            />
          </div>
          <CheckboxField
            {...at("onSale")}
            hint="Shoppers then pay the sale price, and see the regular one struck through."
          />
          <TextField {...at("stockQuantity")} inputMode="numeric" hint={stockHint(shown)} />
          <SelectField {...at("taxRate")} options={rateOptions(saved.taxRate)} hint={VAT_HELP} />
          <CheckboxField {...at("isBestseller")} />
          <CheckboxField {...at("isNew")} />
        </div>
        <PackFields at={at} typed={typed} className="lg:col-span-2" />
      </div>
      {shown && <QuantityPrices product={shown} typed={typed} />}
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton>{save}</SubmitButton>
        <Button
          type="button"
          variant="secondary"
          onClick={(event) => leaveUnasked(event.currentTarget.form, onClose)}
        >
          Cancel
        </Button>
        <NotSavedYet />
      </div>
    </>
  );
}

/** With what is typed now. A sale price that is switched off stays as it was. */
function textsWith(typed: FormData | undefined, saved: ProductTexts): ProductTexts {
  if (!typed) return saved;
  const texts = { ...saved, onSale: "", isBestseller: "", isNew: "", mixedIntoSoil: "" };
  const names = Object.keys(saved) as (keyof ProductTexts)[];
  for (const name of names) texts[name] = String(typed.get(name) ?? texts[name]);
  return texts;
}

function stockHint(product: StaffProduct | undefined): string {
  const { heldQuantity = 0, peopleWaiting = 0 } = product ?? {};
  const heldNow = heldQuantity > 0 ? `, ${heldQuantity} of them held for payments under way` : "";
  const waitingNow = peopleWaiting > 0 ? ` ${waitingText(peopleWaiting)} to be told that it is back.` : "";
  return `Units in the warehouse${heldNow}. What is sold while you type is taken off.${waitingNow}`;
}

function rateOptions(saved: string) {
  const options = [
    { value: "", label: STANDARD_RATE },
    { value: "0.05", label: "5%" },
    { value: "0.2", label: "20%" },
  ];
  if (options.some(({ value }) => value === saved)) return options;
  return [...options, { value: saved, label: displayRate(Number(saved) * 10_000) }];
}

/** A family of packs: one that there is, proposed while somebody types, or a new name. */
function FamilyField({ label, field, typed }: { label: string; field: FieldSource; typed: string }) {
  const [visited, setVisited] = useState(false);
  const search = useDeferredValue(typed.trim());
  const found = trpc.products.families.useQuery(
    { search },
    { enabled: visited, placeholderData: (known) => known },
  );
  const listId = `${field.id}-known`;
  return (
    <>
      <TextField
        label={label}
        field={field}
        list={listId}
        autoComplete="off"
        hint="Packs of one name are shown as sizes of one thing."
        onFocus={() => setVisited(true)}
      />
      <datalist id={listId}>
        {(found.data ?? []).map((family) => (
          <option key={family} value={family} />
        ))}
      </datalist>
    </>
  );
}

/** The form's fields in words a person reads, in its order. */
const fieldLabels = {
  name: "Name",
  category: "Category",
  description: "Description",
  price: "Regular price",
  salePrice: "Sale price",
  stockQuantity: "Stock quantity",
  taxRate: "VAT rate",
  family: "Family of packs",
  packLabel: "Pack",
  gtin: "GTIN",
  imageUrl: "Picture address",
  onSale: "On sale",
  isBestseller: "Bestseller",
  isNew: "New",
  netGrams: "Net weight (kg)",
  packMillilitres: "Volume (litres)",
  grossGrams: "Gross weight (kg)",
  bulkDensity: "Bulk density (g per litre)",
  bulkDensityMeasuredOn: "Day measured",
  unitPriceBasis: "Show the price per",
  handling: "Handling",
  footprintLength: "Footprint length (mm)",
  footprintWidth: "Footprint width (mm)",
  mixedIntoSoil: "Mixed into soil",
  paperGrams: "Paper and card (g)",
  plasticGrams: "Plastic (g)",
  wovenPlasticGrams: "Woven plastic (g)",
  woodGrams: "Wood (g)",
  glassGrams: "Glass (g)",
  metalGrams: "Metal (g)",
} as const satisfies Record<keyof ProductTexts, string>;

/** Where a product has no rate of its own. */
const STANDARD_RATE = "The store's standard rate";

const newProductTexts = {
  ...Object.fromEntries(Object.keys(fieldLabels).map((name) => [name, ""])),
  stockQuantity: "0",
  taxRate: "0.2",
  ...textsOfPack(unknownPack),
} as ProductTexts;

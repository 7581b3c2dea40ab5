import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { CheckedForm } from "#app/lib/forms/checked-form.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { productFormSchema } from "#server/catalogue/product.schema.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import {
  type ProductTexts,
  type StaffProduct,
  shownProduct,
  textsOfProduct,
} from "#server/catalogue/staff-product.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { schemaOf, touchedFields } from "#server/core/touched-fields.ts";
import { saveFailures, showDone } from "../form-texts.ts";
import { CancelButton } from "./cancel-button.tsx";
import { ProductFields } from "./product-fields.tsx";
import { differingFields, fieldLabels, percentText, STANDARD_RATE, sendable } from "./product-form-values.ts";
import { QuantityPrices } from "./quantity-prices.tsx";
import { useProductForm } from "./use-product-form.ts";

interface EditProductFormProps {
  product: StaffProduct;
  categories: readonly string[];
  /** This form, come back from the server where there is no JavaScript. */
  answer: RefusedForm | undefined;
  onDirty: (dirty: boolean) => void;
  onSaved: (product: StaffProduct) => void;
  onCancel: () => void;
  /** Begins anew from what somebody else has saved. */
  onTakeSaved: (product: StaffProduct) => void;
}

const NOT_SAVED = saveFailures.product;

/** The inline edit of one product. Nothing that was typed is lost, nor what somebody else has saved meanwhile. */
export function EditProductForm(props: EditProductFormProps) {
  const { product, categories, answer, onDirty, onSaved, onCancel, onTakeSaved } = props;
  const [base] = useState(() => textsOfProduct(product));
  /** What the person has seen: the product they began from, or what they were shown after a conflict. */
  const [seen, setSeen] = useState(product);
  const utils = trpc.useUtils();
  const save = trpc.products.update.useMutation({
    onSuccess: (saved) => {
      onDirty(false);
      onSaved(saved);
      showDone(productCommands.update, saved);
    },
    onError: async (error) => {
      const description = serverMessage(error, NOT_SAVED.message);
      showToast({ kind: "error", title: NOT_SAVED.title, description });
      if (error.data?.reason === "conflict") {
        setSeen(await utils.products.one.fetch({ id: product.id }, { staleTime: 0 }));
      }
    },
  });
  const { form, fields, typed, picture, setPicture, onChange, dirty } = useProductForm({
    id: `product-${product.id}`,
    base,
    lastResult: answer?.result,
    schema: (formData) => schemaOf(productFormSchema, touchedFields(shownProduct(base), formData)),
    send: (value) =>
      save.mutate({
        ...sendable(value),
        id: product.id,
        seenVersion: seen.version,
        seenStock: seen.stockQuantity,
      }),
  });
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const refusal = save.error ? serverMessage(save.error, NOT_SAVED.message) : answer?.refusal;
  const isConflict = save.error?.data?.reason === "conflict";
  return (
    <CheckedForm
      form={form}
      action={`/admin/settings?tab=Products&edit=${product.id}`}
      encType="multipart/form-data"
      aria-label={`Edit ${product.name}`}
      onChange={onChange}
      className="grid gap-5"
    >
      <input type="hidden" name="intent" value={productCommands.update.name} />
      <input type="hidden" name="id" value={product.id} />
      <input type="hidden" name="seenVersion" value={seen.version} />
      <input type="hidden" name="seenStock" value={seen.stockQuantity} />
      {refusal && (
        <Notice tone="error" title={refusal}>
          {isConflict && <Differences base={base} saved={textsOfProduct(seen)} typed={typed} />}
          {isConflict && (
            <Button
              type="button"
              variant="secondary"
              size="small"
              className="mt-3"
              onClick={() => onTakeSaved(seen)}
            >
              Take what is saved
            </Button>
          )}
        </Notice>
      )}
      <ProductFields
        fields={fields}
        refused={save.error?.data?.fields}
        typed={typed}
        saved={base}
        categories={categories}
        heldQuantity={product.heldQuantity}
        peopleWaiting={product.peopleWaiting}
        chosenPicture={picture}
        onChoosePicture={setPicture}
      />
      <QuantityPrices product={product} typed={typed} />
      <div className="flex flex-wrap items-center gap-3">
        <Button pending={save.isPending}>Save</Button>
        <CancelButton onCancel={onCancel} />
        <p role="status" className="text-sm text-ink-soft">
          {dirty && "Not saved yet"}
        </p>
      </div>
    </CheckedForm>
  );
}

/** What the other one saved, beside what was typed here. */
function Differences({ base, saved, typed }: Record<"base" | "saved" | "typed", ProductTexts>) {
  const typedHere = differingFields(base, typed);
  return (
    <>
      <ul className="mt-2 grid gap-1">
        {differingFields(base, saved).map((name) => (
          <li key={name}>
            <strong className="font-semibold">{fieldLabels[name]}</strong>: saved now {shown(name, saved)}
            {typedHere.includes(name) && <span>, typed here {shown(name, typed)}</span>}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        What you typed is still here. Save now keeps both; where you typed something, yours counts.
      </p>
    </>
  );
}

function shown(name: keyof ProductTexts, texts: ProductTexts): string {
  const text = texts[name];
  if (name === "onSale" || name === "isBestseller" || name === "isNew" || name === "mixedIntoSoil")
    return text ? "on" : "off";
  if (name === "taxRate") return text ? percentText(Number(text) * 10_000) : STANDARD_RATE;
  return text ? `“${text}”` : "nothing";
}

import { useEffect } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { CheckedForm } from "#app/lib/forms/checked-form.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { productFormSchema } from "#server/catalogue/product.schema.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { penceToDecimal } from "#server/pricing/money.ts";
import { showDone } from "../form-texts.ts";
import { CancelButton } from "./cancel-button.tsx";
import { ProductFields } from "./product-fields.tsx";
import { newProductTexts, sendable } from "./product-form-values.ts";
import { useProductForm } from "./use-product-form.ts";

interface NewProductFormProps {
  categories: readonly string[];
  /** This form, come back from the server where there is no JavaScript. */
  answer: RefusedForm | undefined;
  onDirty: (dirty: boolean) => void;
  onCreated: (product: { id: number; slug: string }) => void;
  onCancel: () => void;
}

const NOT_CREATED = "Failed to create product";

/** A new product: the same fields, empty. */
export function NewProductForm({ categories, answer, onDirty, onCreated, onCancel }: NewProductFormProps) {
  const create = trpc.products.create.useMutation({
    onSuccess: (made) => {
      onDirty(false);
      onCreated(made);
      showDone(productCommands.create, made);
    },
    onError: (error) => {
      const description = serverMessage(error, "The server did not answer. Please try again.");
      showToast({ kind: "error", title: NOT_CREATED, description });
    },
  });
  const { form, fields, typed, picture, setPicture, onChange, dirty } = useProductForm({
    id: "new-product",
    base: newProductTexts,
    lastResult: answer?.result,
    schema: productFormSchema,
    send: ({ price, ...value }) => create.mutate({ ...sendable(value), price: penceToDecimal(price) }),
  });
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const refusal = create.error ? serverMessage(create.error, NOT_CREATED) : answer?.refusal;
  return (
    <CheckedForm
      form={form}
      action="/admin/settings?tab=Products&new=on"
      encType="multipart/form-data"
      aria-label="New product"
      onChange={onChange}
      className="grid gap-5 rounded-lg border border-line bg-sunken/40 p-4"
    >
      <h3 className="text-lg">New product</h3>
      <input type="hidden" name="intent" value={productCommands.create.name} />
      <p className="text-sm text-ink-soft">Once it is created you can add more pictures and its documents.</p>
      {refusal && <Notice tone="error" title={refusal} />}
      <ProductFields
        fields={fields}
        refused={create.error?.data?.fields}
        typed={typed}
        saved={newProductTexts}
        categories={categories}
        heldQuantity={0}
        peopleWaiting={0}
        chosenPicture={picture}
        onChoosePicture={setPicture}
      />
      <div className="flex flex-wrap gap-3">
        <Button pending={create.isPending}>Create product</Button>
        <CancelButton onCancel={onCancel} />
      </div>
    </CheckedForm>
  );
}

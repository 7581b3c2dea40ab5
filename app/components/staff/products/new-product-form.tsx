import { useEffect, useState } from "react";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { productCommands } from "#server/catalogue/product-commands.ts";
import { ProductFields } from "./product-fields.tsx";

interface NewProductFormProps {
  categories: readonly string[];
  onCreated: (id: number) => void;
  onCancel: () => void;
}

const NOT_CREATED = {
  title: "Failed to create product",
  message: "The server did not answer. Please try again.",
};

/** A new product: the same fields, empty. */
export function NewProductForm({ categories, onCreated, onCancel }: NewProductFormProps) {
  const [made, setMade] = useState<number>();
  useEffect(() => {
    // Only now does nothing unsaved stand in the way.
    if (made !== undefined) onCreated(made);
  }, [made, onCreated]);
  return (
    <CommandForm
      command={productCommands.create}
      keepsTexts
      failure={NOT_CREATED}
      label="New product"
      className="grid gap-5 rounded-lg border border-line bg-sunken/40 p-4"
      onDone={({ id }) => setMade(id)}
    >
      {(form) => (
        <>
          <h3 className="text-lg">New product</h3>
          <p className="text-sm text-ink-soft">
            Once it is created you can add more pictures and its documents.
          </p>
          <ProductFields
            {...{ form, categories, onCancel }}
            save="Create product"
            isLeft={made !== undefined}
          />
        </>
      )}
    </CommandForm>
  );
}

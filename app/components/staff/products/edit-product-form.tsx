import { useEffect, useState } from "react";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { saveFailures } from "#app/components/staff/kit/use-command.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import { type StaffProduct, shownProduct, textsOfProduct } from "#server/catalogue/staff-product.ts";
import { ProductFields } from "./product-fields.tsx";

interface EditProductFormProps {
  /** As it is saved now. */
  product: StaffProduct;
  categories: readonly string[];
  onClose: () => void;
}

/** The inline edit of one product. Nothing that was typed is lost, nor what somebody else has saved meanwhile. */
export function EditProductForm({ product, categories, onClose }: EditProductFormProps) {
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    if (!isLeft) return;
    // Only now does nothing unsaved stand in the way. Something else on the page may, and then it stays.
    onClose();
    setLeft(false);
  }, [isLeft, onClose]);
  return (
    <CommandForm
      command={productCommands.update}
      hidden={{ id: product.id }}
      version={{
        name: "seenVersion",
        current: product.version,
        shown: shownProduct(textsOfProduct(product)),
      }}
      // The server checks what was touched: a rule that is newer than a product keeps nobody from saving the rest.
      isUnchecked
      keepsTexts
      failure={saveFailures.product}
      label={`Edit ${product.name}`}
      className="grid gap-5"
      onDone={() => setLeft(true)}
    >
      {(form) => (
        <ProductFields
          {...{ form, product, categories, isLeft }}
          save="Save"
          onCancel={() => setLeft(true)}
        />
      )}
    </CommandForm>
  );
}

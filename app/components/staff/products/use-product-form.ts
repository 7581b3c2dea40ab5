import { type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type FormEvent, useState } from "react";
import { type ProductForm, productFormSchema } from "#server/catalogue/product.schema.ts";
import { differingFields, type ProductTexts, textsInForm } from "./product-form-values.ts";

interface ProductFormOptions {
  id: string;
  /** What the form begins from. */
  base: ProductTexts;
  /** The form, come back from the server where there is no JavaScript. */
  lastResult?: SubmissionResult<string[]> | undefined;
  send: (value: ProductForm) => void;
}

/**
 * A product's form: checked in the browser by the server's own schema, then sent by `send`. A chosen picture is kept
 * beside the form and goes in the place of the typed address.
 */
export function useProductForm({ id, base, lastResult, send }: ProductFormOptions) {
  const [typed, setTyped] = useState(base);
  const [picture, setPicture] = useState<string | null>(null);
  const [form, fields] = useForm<ProductTexts, ProductForm>({
    id,
    lastResult,
    defaultValue: base,
    constraint: getZodConstraint(productFormSchema),
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: productFormSchema }),
    onSubmit: (event, { formData }) => {
      event.preventDefault();
      const submission = parseWithZod(formData, { schema: productFormSchema });
      if (submission.status !== "success") return;
      send(picture ? { ...submission.value, imageUrl: picture } : submission.value);
    },
  });
  return {
    form,
    fields,
    typed,
    picture,
    setPicture,
    onChange: (event: FormEvent<HTMLFormElement>) =>
      setTyped(textsInForm(new FormData(event.currentTarget), base)),
    dirty: picture !== null || differingFields(typed, base).length > 0,
  };
}

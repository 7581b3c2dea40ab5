import { type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { productFormSchema } from "#server/catalogue/product.schema.ts";
import type { ProductTexts } from "#server/catalogue/staff-product.ts";
import { differingFields, textsInForm } from "./product-form-values.ts";

interface ProductFormOptions<Value> {
  id: string;
  /** What the form begins from. */
  base: ProductTexts;
  /** The form, come back from the server where there is no JavaScript. */
  lastResult?: SubmissionResult<string[]> | undefined;
  /** What checks the form as it stands, and reads it. */
  schemaFor: (form: FormData) => z.ZodType<Value>;
  send: (value: Value & { imageUrl?: string }) => void;
}

/**
 * A product's form: checked in the browser by the server's own schema, then sent by `send`. A chosen picture is kept
 * beside the form and goes in the place of the typed address.
 */
export function useProductForm<Value extends object>(options: ProductFormOptions<Value>) {
  const { id, base, lastResult, schemaFor, send } = options;
  const [typed, setTyped] = useState(base);
  const [picture, setPicture] = useState<string | null>(null);
  const [form, fields] = useForm<ProductTexts, Value>({
    id,
    lastResult,
    defaultValue: base,
    constraint: getZodConstraint(productFormSchema),
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: schemaFor(formData) }),
    onSubmit: (event, { formData }) => {
      event.preventDefault();
      const submission = parseWithZod(formData, { schema: schemaFor(formData) });
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

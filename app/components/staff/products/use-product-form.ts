import type { SubmissionResult } from "@conform-to/react";
import { type FormEvent, useState } from "react";
import { type FormSchema, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { productFormSchema } from "#server/catalogue/product.schema.ts";
import type { ProductTexts } from "#server/catalogue/staff-product.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { differingFields, textsInForm } from "./product-form-values.ts";

interface ProductFormOptions<Value> {
  id: string;
  /** What the form begins from. */
  base: ProductTexts;
  /** The form, come back from the server where there is no JavaScript. */
  lastResult?: SubmissionResult<string[]> | undefined;
  /** What checks the form as it stands, and reads it. */
  schema: FormSchema<Value>;
  send: (value: Value & { imageUrl?: string }) => void;
}

/**
 * A product's form: checked in the browser by the server's own schema, then sent by `send`. A chosen picture is kept
 * beside the form and goes in the place of the typed address.
 */
export function useProductForm<Value extends object>(options: ProductFormOptions<Value>) {
  const { id, base, lastResult, schema, send } = options;
  const [typed, setTyped] = useState(base);
  const [picture, setPicture] = useState<string | null>(null);
  const [form, fields] = useCheckedForm({
    id,
    lastResult,
    defaultValue: base,
    rules: fieldRulesOf(productFormSchema),
    schema,
    send: (value: Value) => send(picture ? { ...value, imageUrl: picture } : value),
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

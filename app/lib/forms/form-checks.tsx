import { type FormMetadata, useForm } from "@conform-to/react";
import { useEffect, useLayoutEffect } from "react";
import { parseForm } from "#server/core/parse-form.ts";
import type { FieldErrors, FormOptions, FormSchema } from "./checked-form.tsx";

type FormChecksProps<Value> = Omit<FormOptions<string, Value>, "rules"> & {
  id: string;
  schema: FormSchema<Value>;
  onErrors: (errors: FieldErrors) => void;
  /** Called with what checks the form from then on. */
  onReady: (form: Pick<FormMetadata, "onSubmit" | "validate">) => void;
};

/**
 * Conform, for the form that it stands in. It shows nothing: the fields are there before it is. The server reads the
 * form in the same way, so both report the same.
 */
export function FormChecks<Value>(props: FormChecksProps<Value>) {
  const { id, schema, lastResult, defaultValue, validateOnBlur, send, onErrors, onReady } = props;
  const [form] = useForm<Record<string, string | number | boolean>, Value>({
    id,
    lastResult: lastResult ?? null,
    defaultValue: defaultValue ?? {},
    shouldValidate: validateOnBlur ? "onBlur" : "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) =>
      parseForm(formData, { schema: typeof schema === "function" ? schema(formData) : schema }),
    onSubmit: (event, { formData, submission }) => {
      if (!send) return;
      event.preventDefault();
      if (submission?.status === "success") send(submission.value, formData);
    },
  });
  const { allErrors } = form;
  useLayoutEffect(() => onErrors(allErrors), [allErrors, onErrors]);
  // Conform's functions stay the same, the object around them does not.
  useEffect(() => onReady({ onSubmit: form.onSubmit, validate: form.validate }));
  return null;
}

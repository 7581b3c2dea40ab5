import { useId } from "react";
import { FieldError, SelectField, TextField } from "#app/components/ui/fields.tsx";
import { mediaCommands } from "#server/catalogue/product-commands.ts";
import { documentTypeLabels, documentTypes } from "#server/catalogue/product-media.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { DOCUMENT_LIMIT_TEXT } from "#server/media/media-address.ts";
import { errorsOf, type FieldErrors, MediaForm, PlaceFields } from "./media-form.tsx";
import { inSentOrder, sentRows, typedText } from "./pictures-form.tsx";
import { useArranged } from "./use-arranged.ts";

interface DocumentsFormProps {
  product: StaffProduct;
  /** This form, come back from the server. */
  answer: RefusedForm | undefined;
}

const types = documentTypes.map((type) => ({ value: type, label: documentTypeLabels[type] }));

/** The documents of a product: what they are, their order, which go, and a new one. */
export function DocumentsForm({ product, answer }: DocumentsFormProps) {
  const errors = errorsOf(answer);
  const typed = answer?.result.initialValue;
  const documents = inSentOrder(product.documents, ({ url }) => url, sentRows(typed, "documents"));
  const { rows, list, written, handleOf } = useArranged(
    documents.map((document, index) => ({
      url: document.url,
      type: typedText(typed, "documents", index, "type") ?? document.type,
      title: typedText(typed, "documents", index, "title") ?? document.title,
      date: typedText(typed, "documents", index, "date") ?? document.date ?? "",
      removed: typedText(typed, "documents", index, "remove") === "on",
    })),
    documents.map((_, index) => typedText(typed, "documents", index, "place")),
  );
  const fileId = useId();
  const added: unknown = typed?.added;
  return (
    <MediaForm
      product={product}
      title="Documents"
      intent={mediaCommands.saveDocuments.name}
      save="Save documents"
      answer={answer}
    >
      <ol ref={list} className="grid gap-3">
        {rows.map(({ thing, place }, index) => (
          <li key={thing.url} className="grid gap-3 rounded-lg border border-line bg-surface p-3">
            <DocumentFields
              name={`documents[${index}]`}
              label={`document ${index + 1}`}
              values={thing}
              errors={errors}
            />
            <div className="flex flex-wrap items-end gap-4">
              <PlaceFields
                name={`documents[${index}]`}
                label={`document ${index + 1}`}
                url={thing.url}
                place={place}
                written={written}
                handle={handleOf(index)}
                removed={thing.removed}
                errors={errors[`documents[${index}].place`]}
              />
              <a href={thing.url} className="flex min-h-11 items-center text-sm underline underline-offset-4">
                Open<span className="sr-only"> {thing.title}</span>
              </a>
            </div>
          </li>
        ))}
      </ol>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 text-sm font-medium">Add a document</legend>
        <div className="grid gap-1.5">
          <label htmlFor={fileId} className="text-sm font-medium">
            File
          </label>
          <p id={`${fileId}-limit`} className="text-sm text-ink-soft">
            {DOCUMENT_LIMIT_TEXT}
          </p>
          <input
            id={fileId}
            type="file"
            name="file"
            accept="application/pdf"
            aria-describedby={`${fileId}-limit ${fileId}-error`}
            className="w-full min-w-0 text-sm file:mr-3 file:min-h-9 file:rounded-full file:border file:border-line-strong file:bg-transparent file:px-4 file:text-ink"
          />
          <FieldError id={`${fileId}-error`} errors={errors.file ?? undefined} />
        </div>
        <DocumentFields name="added" label="the new document" values={textsIn(added)} errors={errors} />
      </fieldset>
    </MediaForm>
  );
}

interface DocumentFieldsProps {
  name: string;
  label: string;
  values: { type: string; title: string; date: string };
  errors: FieldErrors;
}

function DocumentFields({ name, label, values, errors }: DocumentFieldsProps) {
  const at = (field: string) => ({
    name: `${name}.${field}`,
    errors: errors[`${name}.${field}`] ?? undefined,
  });
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <SelectField
        {...at("type")}
        label="What it is"
        aria-label={`What ${label} is`}
        options={types}
        defaultValue={values.type}
      />
      <TextField
        {...at("title")}
        label="Title"
        aria-label={`Title of ${label}`}
        defaultValue={values.title}
        maxLength={120}
        autoComplete="off"
      />
      <TextField
        {...at("date")}
        label="Date"
        aria-label={`Date of ${label}`}
        type="date"
        defaultValue={values.date}
      />
    </div>
  );
}

function textsIn(value: unknown): { type: string; title: string; date: string } {
  const text = (field: string) => {
    const found: unknown = value && typeof value === "object" ? Reflect.get(value, field) : undefined;
    return typeof found === "string" ? found : "";
  };
  return { type: text("type") || "safety_data_sheet", title: text("title"), date: text("date") };
}

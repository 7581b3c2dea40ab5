import type { CommandFields } from "#app/components/staff/kit/command-form.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { mediaCommands } from "#server/catalogue/product-commands.ts";
import { documentTypeLabels, documentTypes, type ProductDocument } from "#server/catalogue/product-media.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";
import { DOCUMENT_LIMIT_TEXT } from "#server/media/media-address.ts";
import { FileField, MediaForm, PlaceFields } from "./media-form.tsx";
import { useArranged } from "./use-arranged.ts";

const types = documentTypes.map((type) => ({ value: type, label: documentTypeLabels[type] }));

/** The documents of a product: what they are, their order, which go, and a new one. */
export function DocumentsForm({ product }: { product: StaffProduct }) {
  return (
    <MediaForm
      product={product}
      command={mediaCommands.saveDocuments}
      title="Documents"
      save="Save documents"
    >
      {({ field }) => {
        const { id, errors } = field("file");
        return (
          <>
            <DocumentRows product={product} field={field} />
            <fieldset className="grid gap-3">
              <legend className="mb-1.5 text-sm font-medium">Add a document</legend>
              <FileField {...{ id, errors }} label="File" name="file" accept="application/pdf">
                {DOCUMENT_LIMIT_TEXT}
              </FileField>
              <DocumentFields field={field} name="added" label="the new document" saved={NEW_DOCUMENT} />
            </fieldset>
          </>
        );
      }}
    </MediaForm>
  );
}

const NEW_DOCUMENT = { type: "safety_data_sheet", title: "", date: null } as const;

function DocumentRows({ product, field }: { product: StaffProduct; field: CommandFields["field"] }) {
  const { rows, list, written, handleOf } = useArranged(product.documents);
  return (
    <ol ref={list} className="grid gap-3">
      {rows.map(({ thing, place }, index) => {
        const shared = { field, name: `documents[${index}]`, label: `document ${index + 1}` };
        return (
          <li key={thing.url} className="grid gap-3 rounded-lg border border-line bg-surface p-3">
            <DocumentFields {...shared} saved={thing} />
            <div className="flex flex-wrap items-end gap-4">
              <PlaceFields {...shared} {...{ place, written }} url={thing.url} handle={handleOf(index)} />
              <a href={thing.url} className="flex min-h-11 items-center text-sm underline underline-offset-4">
                Open<span className="sr-only"> {thing.title}</span>
              </a>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

interface DocumentFieldsProps {
  field: CommandFields["field"];
  name: string;
  label: string;
  saved: Pick<ProductDocument, "type" | "title" | "date">;
}

function DocumentFields({ field, name, label, saved }: DocumentFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <SelectField
        field={field(`${name}.type`, saved.type)}
        label="What it is"
        aria-label={`What ${label} is`}
        options={types}
      />
      <TextField
        field={field(`${name}.title`, saved.title)}
        label="Title"
        aria-label={`Title of ${label}`}
        maxLength={120}
        autoComplete="off"
      />
      <TextField
        field={field(`${name}.date`, saved.date)}
        label="Date"
        aria-label={`Date of ${label}`}
        type="date"
      />
    </div>
  );
}

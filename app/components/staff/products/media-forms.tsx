import { FileField } from "#app/components/staff/kit/file-field.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { LooseImage } from "#app/components/ui/loose-image.tsx";
import { mediaCommands } from "#server/catalogue/product-commands.ts";
import {
  documentTypeLabels,
  documentTypes,
  MOST_PICTURES,
  type ProductDocument,
  picturesOf,
} from "#server/catalogue/product-media.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";
import {
  DOCUMENT_LIMIT_TEXT,
  PICTURE_LIMIT_TEXT,
  PICTURE_TYPES,
  thumbnailOf,
} from "#server/media/media-address.ts";
import { MediaForm, PlaceFields, useArranged } from "./media-form.tsx";

/** The pictures of a product: their order, which go, and new ones. The first is the product's picture everywhere. */
export function PicturesForm({ product }: { product: StaffProduct }) {
  const left = MOST_PICTURES - picturesOf(product).length;
  return (
    <MediaForm
      product={product}
      command={mediaCommands.savePictures}
      title="Pictures"
      save="Save pictures"
      headingId={picturesHeadingId(product.id)}
    >
      <PictureRows product={product} />
      <FileField
        label="Add pictures"
        field="added"
        name="files"
        multiple
        accept={PICTURE_TYPES}
        hint={`${PICTURE_LIMIT_TEXT} each, 8MB together. ${left > 0 ? `Up to ${left} more.` : "Remove one to add another."}`}
      />
    </MediaForm>
  );
}

function PictureRows({ product }: { product: StaffProduct }) {
  const { rows, list, written, handleOf } = useArranged(picturesOf(product));
  return (
    <ol ref={list} className="grid gap-3 sm:grid-cols-2">
      {rows.map(({ thing: url, place }, index) => (
        <li
          key={url}
          className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-3"
        >
          <LooseImage
            src={thumbnailOf(url)}
            alt={`Picture ${index + 1}`}
            className="size-20 rounded-md object-cover"
          />
          <PlaceFields
            {...{ url, place, written }}
            name={`pictures[${index}]`}
            label={`picture ${index + 1}`}
            handle={handleOf(index)}
          />
        </li>
      ))}
    </ol>
  );
}

/** The heading of a product's pictures among its forms. */
function picturesHeadingId(productId: number): string {
  return `product-${productId}-pictures`;
}

/** The forms of a product, at its pictures: a new product goes on there. */
export function editorOfMedia(productId: number): string {
  return `/admin/settings?tab=Products&edit=${productId}#${picturesHeadingId(productId)}`;
}

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
      <DocumentRows product={product} />
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 text-sm font-medium">Add a document</legend>
        <FileField label="File" field="file" accept="application/pdf" hint={DOCUMENT_LIMIT_TEXT} />
        <DocumentFields name="added" label="the new document" saved={NEW_DOCUMENT} />
      </fieldset>
    </MediaForm>
  );
}

const NEW_DOCUMENT = { type: "safety_data_sheet", title: "", date: null } as const;

function DocumentRows({ product }: { product: StaffProduct }) {
  const { rows, list, written, handleOf } = useArranged(product.documents);
  return (
    <ol ref={list} className="grid gap-3">
      {rows.map(({ thing, place }, index) => {
        const shared = { name: `documents[${index}]`, label: `document ${index + 1}` };
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
  name: string;
  label: string;
  saved: Pick<ProductDocument, "type" | "title" | "date">;
}

function DocumentFields({ name, label, saved }: DocumentFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <SelectField
        field={`${name}.type`}
        saved={saved.type}
        label="What it is"
        aria-label={`What ${label} is`}
        options={types}
      />
      <TextField
        field={`${name}.title`}
        saved={saved.title}
        label="Title"
        aria-label={`Title of ${label}`}
        maxLength={120}
        autoComplete="off"
      />
      <TextField
        field={`${name}.date`}
        saved={saved.date}
        label="Date"
        aria-label={`Date of ${label}`}
        type="date"
      />
    </div>
  );
}

import { GripVertical } from "lucide-react";
import { type HTMLAttributes, type PointerEvent, type ReactNode, useRef, useState } from "react";
import type { z } from "zod";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { FileField, useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { LooseImage } from "#app/components/ui/picture.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { mediaCommands } from "#server/catalogue/product-commands.ts";
import {
  documentTypeLabels,
  documentTypes,
  MOST_PICTURES,
  type ProductDocument,
  picturesOf,
} from "#server/catalogue/product-media.ts";
import type { StaffProduct } from "#server/catalogue/product-state.ts";
import type { CommandDefinition } from "#server/commands/command.ts";
import {
  DOCUMENT_LIMIT_TEXT,
  PICTURE_LIMIT_TEXT,
  PICTURE_TYPES,
  thumbnailOf,
} from "#server/media/media-address.ts";

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

interface MediaFormProps<Result> {
  product: StaffProduct;
  command: CommandDefinition<z.ZodType, Result>;
  title: string;
  save: string;
  /** For an address that leads here. */
  headingId?: string;
  /** Fields, drawn again for each version of the product. */
  children: ReactNode;
}

/** A form of a product's pictures or documents, whose files go with it. */
function MediaForm<Result>(props: MediaFormProps<Result>) {
  const { product, command, title, save, headingId, children } = props;
  return (
    <CommandForm
      command={command}
      hidden={{ id: product.id }}
      version={{ name: "seenVersion", current: product.version }}
      isUnchecked
      label={`${title} of ${product.name}`}
      className="grid gap-4 border-t border-line pt-5"
    >
      <h3 id={headingId} tabIndex={headingId === undefined ? undefined : -1} className="text-lg">
        {title}
      </h3>
      {children}
      <div>
        <SubmitButton variant="secondary">{save}</SubmitButton>
      </div>
    </CommandForm>
  );
}

interface PlaceFieldsProps {
  /** The beginning of the fields' names: "pictures[0]". */
  name: string;
  /** What a person calls the thing: "picture 1". */
  label: string;
  url: string;
  place: string;
  /** How often the places were written again. */
  written: number;
  handle: HTMLAttributes<HTMLElement>;
}

/** The place of a picture or document, a handle to drag it by, and whether it goes. */
function PlaceFields({ name, label, url, place, written, handle }: PlaceFieldsProps) {
  const hydrated = useHydrated();
  const remove = useFieldsOfForm()(`${name}.remove`);
  return (
    <div className="flex flex-wrap items-end gap-3">
      {hydrated && (
        <span
          {...handle}
          aria-hidden
          title="Drag to another place"
          className="grid size-11 cursor-grab touch-none place-items-center rounded-md border border-line"
        >
          <GripVertical className="size-5" />
        </span>
      )}
      <input type="hidden" name={`${name}.url`} value={url} />
      <TextField
        key={written}
        label="Place"
        aria-label={`Place of ${label}`}
        field={`${name}.place`}
        saved={place}
        type="number"
        inputMode="numeric"
        min={1}
        className="w-24"
      />
      <label htmlFor={remove.id} className="flex min-h-11 items-center gap-2 text-sm">
        <input
          id={remove.id}
          type="checkbox"
          name={remove.name}
          aria-label={`Remove ${label}`}
          className="size-6"
        />
        Remove
      </label>
    </div>
  );
}

interface Arranged<Thing> {
  thing: Thing;
  /** As its field says it. */
  place: string;
}

/**
 * A list in an order that somebody drags or types. Dragging writes the places again, so that what is sent is always the
 * places; what is typed stays in its field, also when that was before hydration.
 */
function useArranged<Thing>(things: readonly Thing[]) {
  const [rows, setRows] = useState<Arranged<Thing>[]>(() =>
    things.map((thing, index) => ({ thing, place: String(index + 1) })),
  );
  /** How often places were written again: the key of their fields, which keep what they began with. */
  const [written, setWritten] = useState(0);
  const list = useRef<HTMLOListElement>(null);

  const move = (from: number, to: number) => {
    setRows((current) => {
      const next = [...current];
      next.splice(to, 0, ...next.splice(from, 1));
      return next.map((row, index) => ({ ...row, place: String(index + 1) }));
    });
    setWritten((times) => times + 1);
    // The form is told, as if somebody had typed the places.
    list.current?.querySelector("input")?.dispatchEvent(new Event("input", { bubbles: true }));
  };

  /** The row that is under a mouse or a finger; undefined beside the list. */
  const rowAt = ({ clientX, clientY }: { clientX: number; clientY: number }): number | undefined => {
    const under = document.elementFromPoint(clientX, clientY);
    const index = [...(list.current?.children ?? [])].findIndex((row) => row.contains(under));
    return index < 0 ? undefined : index;
  };

  const drag = (start: PointerEvent, index: number) => {
    if (!start.isPrimary || start.button !== 0) return;
    // Nothing else is selected or dragged by it.
    start.preventDefault();
    let dragged = index;
    const dragging = new AbortController();
    const { signal } = dragging;
    const end = () => dragging.abort();
    // The row moves in the document while it is dragged, and loses the events of its handle.
    window.addEventListener(
      "pointermove",
      (event) => {
        const over = event.pointerId === start.pointerId ? rowAt(event) : undefined;
        if (over === undefined || over === dragged) return;
        move(dragged, over);
        dragged = over;
      },
      { signal },
    );
    window.addEventListener("pointerup", end, { signal });
    window.addEventListener("pointercancel", end, { signal });
  };

  return {
    rows,
    list,
    written,
    handleOf: (index: number) => ({ onPointerDown: (event: PointerEvent) => drag(event, index) }),
  };
}

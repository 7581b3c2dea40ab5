import { Form } from "@remix-run/react";
import { GripVertical } from "lucide-react";
import { type HTMLAttributes, type ReactNode, useId } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";
import type { RefusedForm } from "#server/commands/command.ts";

/** What is wrong with the fields of a form that came back, by their names. */
export type FieldErrors = Record<string, string[] | null | undefined>;

export function errorsOf(answer: RefusedForm | undefined): FieldErrors {
  return answer?.result.error ?? {};
}

interface MediaFormProps {
  product: StaffProduct;
  title: string;
  intent: string;
  save: string;
  answer: RefusedForm | undefined;
  /** For an address that leads here. */
  headingId?: string;
  children: ReactNode;
}

/** A form of a product's pictures or documents: a plain one, with JavaScript as without, since files go with it. */
export function MediaForm({ product, title, intent, save, answer, headingId, children }: MediaFormProps) {
  return (
    <Form
      method="post"
      action={`/admin/settings?tab=Products&edit=${product.id}`}
      encType="multipart/form-data"
      reloadDocument
      noValidate
      aria-label={`${title} of ${product.name}`}
      className="grid gap-4 border-t border-line pt-5"
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={product.id} />
      <input type="hidden" name="seenVersion" value={product.version} />
      <h3 id={headingId} tabIndex={headingId === undefined ? undefined : -1} className="text-lg">
        {title}
      </h3>
      {answer && (
        <Notice tone="error" title={answer.refusal ?? "This could not be saved: see below."}>
          Chosen files must be chosen again.
        </Notice>
      )}
      {children}
      <div>
        <Button variant="secondary">{save}</Button>
      </div>
    </Form>
  );
}

interface PlaceFieldsProps {
  /** The beginning of the fields' names: "pictures[0]". */
  name: string;
  /** What a person calls the thing: "Picture 1". */
  label: string;
  url: string;
  place: string;
  /** How often the places were written anew. */
  written: number;
  handle: HTMLAttributes<HTMLElement>;
  /** Whether it was ticked in a form that came back. */
  removed: boolean;
  errors: string[] | null | undefined;
}

/** The place of a picture or document, a handle to drag it by, and whether it goes. */
export function PlaceFields({ name, label, url, place, written, handle, removed, errors }: PlaceFieldsProps) {
  const hydrated = useHydrated();
  const removeId = useId();
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
        name={`${name}.place`}
        type="number"
        inputMode="numeric"
        min={1}
        defaultValue={place}
        errors={errors ?? undefined}
        className="w-24"
      />
      <label htmlFor={removeId} className="flex min-h-11 items-center gap-2 text-sm">
        <input
          id={removeId}
          type="checkbox"
          name={`${name}.remove`}
          defaultChecked={removed}
          aria-label={`Remove ${label}`}
          className="size-6"
        />
        Remove
      </label>
    </div>
  );
}

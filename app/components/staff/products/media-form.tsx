import { GripVertical } from "lucide-react";
import { type HTMLAttributes, type PointerEvent, type ReactNode, useRef, useState } from "react";
import type { z } from "zod";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { useFieldsOfForm } from "#app/components/ui/field-source.ts";
import { TextField } from "#app/components/ui/fields.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";
import type { CommandDefinition } from "#server/commands/command.ts";

interface MediaFormProps<Result> {
  product: StaffProduct;
  command: CommandDefinition<z.ZodType, Result>;
  title: string;
  save: string;
  /** For an address that leads here. */
  headingId?: string;
  /** Fields, drawn anew for each version of the product. */
  children: ReactNode;
}

/** A form of a product's pictures or documents, whose files go with it. */
export function MediaForm<Result>(props: MediaFormProps<Result>) {
  const { product, command, title, save, headingId, children } = props;
  return (
    <CommandForm
      command={command}
      hidden={{ id: product.id }}
      version={{ name: "seenVersion", current: product.version }}
      isUnchecked
      keepsTexts
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
  /** How often the places were written anew. */
  written: number;
  handle: HTMLAttributes<HTMLElement>;
}

/** The place of a picture or document, a handle to drag it by, and whether it goes. */
export function PlaceFields({ name, label, url, place, written, handle }: PlaceFieldsProps) {
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
 * A list in an order that somebody drags or types. Dragging writes the places anew, so that what is sent is always the
 * places; what is typed stays in its field, also when that was before hydration.
 */
export function useArranged<Thing>(things: readonly Thing[]) {
  const [rows, setRows] = useState<Arranged<Thing>[]>(() =>
    things.map((thing, index) => ({ thing, place: String(index + 1) })),
  );
  /** How often places were written anew: the key of their fields, which keep what they began with. */
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

import { useId } from "react";
import { FieldError } from "#app/components/ui/fields.tsx";
import { LooseImage } from "#app/components/ui/loose-image.tsx";
import { mediaCommands } from "#server/catalogue/product-commands.ts";
import { MOST_PICTURES, picturesOf } from "#server/catalogue/product-media.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { PICTURE_LIMIT_TEXT, PICTURE_TYPES, thumbnailOf } from "#server/media/media-address.ts";
import { picturesHeadingId } from "./editor-address.ts";
import { errorsOf, MediaForm, PlaceFields } from "./media-form.tsx";
import { useArranged } from "./use-arranged.ts";

interface PicturesFormProps {
  product: StaffProduct;
  /** This form, come back from the server. */
  answer: RefusedForm | undefined;
}

/** The pictures of a product: their order, which go, and new ones. The first is the product's picture everywhere. */
export function PicturesForm({ product, answer }: PicturesFormProps) {
  const errors = errorsOf(answer);
  const typed = answer?.result.initialValue;
  const pictures = inSentOrder(picturesOf(product), (url) => url, sentRows(typed, "pictures"));
  const { rows, list, written, handleOf } = useArranged(
    pictures,
    pictures.map((_, index) => typedText(typed, "pictures", index, "place")),
  );
  const fileId = useId();
  const left = MOST_PICTURES - pictures.length;
  return (
    <MediaForm
      product={product}
      title="Pictures"
      intent={mediaCommands.savePictures.name}
      save="Save pictures"
      answer={answer}
      headingId={picturesHeadingId(product.id)}
    >
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
              name={`pictures[${index}]`}
              label={`picture ${index + 1}`}
              url={url}
              place={place}
              written={written}
              handle={handleOf(index)}
              removed={typedText(typed, "pictures", pictures.indexOf(url), "remove") === "on"}
              errors={errors[`pictures[${index}].place`]}
            />
          </li>
        ))}
      </ol>
      <div className="grid gap-1.5">
        <label htmlFor={fileId} className="text-sm font-medium">
          Add pictures
        </label>
        <p id={`${fileId}-limit`} className="text-sm text-ink-soft">
          {PICTURE_LIMIT_TEXT} each, 8MB together.{" "}
          {left > 0 ? `Up to ${left} more.` : "Remove one to add another."}
        </p>
        <input
          id={fileId}
          type="file"
          name="files"
          multiple
          accept={PICTURE_TYPES}
          aria-describedby={`${fileId}-limit ${fileId}-error`}
          className="w-full min-w-0 text-sm file:mr-3 file:min-h-9 file:rounded-full file:border file:border-line-strong file:bg-transparent file:px-4 file:text-ink"
        />
        <FieldError id={`${fileId}-error`} errors={errors.added ?? undefined} />
      </div>
    </MediaForm>
  );
}

/** The rows of a list in a form that came back. */
export function sentRows(values: Record<string, unknown> | null | undefined, list: string): unknown[] {
  const rows: unknown = values?.[list];
  return Array.isArray(rows) ? rows : [];
}

/** Things as a form that came back had them, after dragging: its fields and mistakes go by their number. */
export function inSentOrder<Thing>(
  things: readonly Thing[],
  urlOf: (thing: Thing) => string,
  rows: readonly unknown[],
): Thing[] {
  const urls = rows.map((row): unknown =>
    row && typeof row === "object" ? Reflect.get(row, "url") : undefined,
  );
  const placeOf = (thing: Thing) => {
    const place = urls.indexOf(urlOf(thing));
    return place < 0 ? urls.length : place;
  };
  return [...things].sort((one, other) => placeOf(one) - placeOf(other));
}

/** A text of a form that came back, in a list of it. */
export function typedText(
  values: Record<string, unknown> | null | undefined,
  list: string,
  index: number,
  field: string,
): string | undefined {
  const row: unknown = sentRows(values, list)[index];
  const text: unknown = row && typeof row === "object" ? Reflect.get(row, field) : undefined;
  return typeof text === "string" ? text : undefined;
}

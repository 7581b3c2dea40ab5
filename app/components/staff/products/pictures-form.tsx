import type { CommandFields } from "#app/components/staff/kit/command-form.tsx";
import { LooseImage } from "#app/components/ui/loose-image.tsx";
import { mediaCommands } from "#server/catalogue/product-commands.ts";
import { MOST_PICTURES, picturesOf } from "#server/catalogue/product-media.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";
import { PICTURE_LIMIT_TEXT, PICTURE_TYPES, thumbnailOf } from "#server/media/media-address.ts";
import { FileField, MediaForm, PlaceFields } from "./media-form.tsx";
import { useArranged } from "./use-arranged.ts";

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
      {({ field }) => {
        const { id, errors } = field("added");
        return (
          <>
            <PictureRows product={product} field={field} />
            <FileField {...{ id, errors }} label="Add pictures" name="files" multiple accept={PICTURE_TYPES}>
              {PICTURE_LIMIT_TEXT} each, 8MB together.{" "}
              {left > 0 ? `Up to ${left} more.` : "Remove one to add another."}
            </FileField>
          </>
        );
      }}
    </MediaForm>
  );
}

function PictureRows({ product, field }: { product: StaffProduct; field: CommandFields["field"] }) {
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
            {...{ field, url, place, written }}
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

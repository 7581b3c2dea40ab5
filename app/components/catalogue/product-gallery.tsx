import { Picture } from "#app/components/ui/picture.tsx";

interface ProductGalleryProps {
  name: string;
  imageUrl: string;
  /** All pictures in their order. */
  pictures: readonly string[];
}

const LARGE = "(min-width: 64rem) 37rem, 92vw";
const large = "aspect-square w-full rounded-2xl border border-line object-cover";

/**
 * The pictures of a product: one alone, or a large one with the choice of the others below it. The choice is a group of
 * radio buttons, so that it works with the keyboard and without scripts.
 */
export function ProductGallery({ name, imageUrl, pictures }: ProductGalleryProps) {
  if (pictures.length < 2) {
    return (
      <Picture src={imageUrl} alt={name} sizes={LARGE} priority className={`${large} lg:sticky lg:top-24`} />
    );
  }
  return (
    <fieldset className="lg:sticky lg:top-24 lg:self-start">
      <legend className="sr-only">Pictures of {name}</legend>
      <div className="grid grid-cols-4 gap-2 sm:grid-cols-8">
        {pictures.map((address, index) => (
          <div key={address} className="contents">
            <label className="peer relative block rounded-lg border border-line has-checked:border-moss has-checked:ring-2 has-checked:ring-moss">
              <input
                type="radio"
                name="picture"
                defaultChecked={index === 0}
                aria-label={`Picture ${index + 1} of ${pictures.length}`}
                className="absolute inset-0 z-10 size-full cursor-pointer appearance-none rounded-lg"
              />
              <Picture
                src={address}
                alt=""
                sizes="80px"
                className="aspect-square w-full rounded-lg object-cover"
              />
            </label>
            <div className="col-span-full row-start-1 hidden peer-has-checked:block">
              <Picture
                src={address}
                alt={index === 0 ? name : `${name}, picture ${index + 1} of ${pictures.length}`}
                sizes={LARGE}
                priority={index === 0}
                className={large}
              />
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

import { Link } from "@remix-run/react";
import { Check } from "lucide-react";
import type { FocusEvent } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { TextField } from "#app/components/ui/fields.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { MAX_LINE_QUANTITY } from "#server/cart/cart-view.ts";
import type { PackOfFamily } from "#server/catalogue/family-packs.ts";
import type { ProductFigures } from "#server/settings/claims.ts";
import { ProductPrice } from "./product-card.tsx";

/** The 'Product Details' text, the same for every product, with what the owner states of the biochar. */
export function ProductDetails({ figures }: { figures: ProductFigures }) {
  return (
    <section aria-labelledby="product-details">
      <h2 id="product-details" className="text-section">
        Product Details
      </h2>
      <div className="prose mt-5">
        <p>
          Our biochar is made by slow pyrolysis at {figures.kiln} from wood of sustainable British forestry,
          then graded and packed in small batches. It is {figures.carbon} carbon.
        </p>
        <p>
          In the garden, mix {figures.gardenRate} by volume into the top layer of the soil; in potting mixes{" "}
          {figures.pottingRate} is enough. Dampen dry biochar before you spread it, and charge it with compost
          or liquid feed first, so that it gives nutrients rather than takes them up.
        </p>
        <p>Store it dry and closed. Each pack says what is in it and how to handle it.</p>
      </div>
    </section>
  );
}

/** Four benefits, the same for every product, so they describe biochar and not the product. */
const benefits = [
  "Holds water and nutrients where roots can reach them",
  "Gives soil life a lasting, porous home",
  "Keeps carbon out of the air in a stable form",
  "Made from sustainable British forestry wood",
];

export function ProductBenefits() {
  return (
    <section aria-labelledby="benefits">
      <h2 id="benefits" className="font-text text-sm font-semibold">
        Why biochar
      </h2>
      <ul className="mt-3 grid gap-2">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex items-start gap-2.5">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-moss" strokeWidth={2.5} />
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A number from 1 to 99; anything that is not a number counts as 1. */
export function QuantityField({ className }: { className?: string }) {
  return (
    <TextField
      label="Quantity"
      type="number"
      name="quantity"
      inputMode="numeric"
      defaultValue={1}
      min={1}
      max={MAX_LINE_QUANTITY}
      step={1}
      autoComplete="off"
      onBlur={clampQuantity}
      className={className}
    />
  );
}

function clampQuantity(event: FocusEvent<HTMLInputElement>) {
  const quantity = Math.trunc(event.currentTarget.valueAsNumber) || 1;
  event.currentTarget.value = String(Math.min(Math.max(quantity, 1), MAX_LINE_QUANTITY));
}

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

interface FamilyPacksProps {
  family: string;
  /** All packs of it, the cheapest first. */
  packs: readonly PackOfFamily[];
  /** The slug of the pack whose page this is. */
  current: string;
}

/** The sizes of one thing, each with its price and whether it can be had; all but the present one are links. */
export function FamilyPacks({ family, packs, current }: FamilyPacksProps) {
  return (
    <nav aria-label={`Sizes of ${family}`} className="grid gap-2">
      <h2 className="text-base font-semibold">Sizes</h2>
      <ul className="grid max-w-md gap-2">
        {packs.map((pack) => (
          <li key={pack.id}>
            <Pack pack={pack} isCurrent={pack.slug === current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Pack({ pack, isCurrent }: { pack: PackOfFamily; isCurrent: boolean }) {
  return (
    <Link
      to={`/products/${pack.slug}`}
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(
        "flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg border px-4 py-2",
        isCurrent ? "border-moss bg-moss-soft" : "border-line hover:bg-sunken",
      )}
    >
      <span className="font-medium">{pack.packLabel}</span>
      <span className="flex flex-wrap items-baseline gap-x-3">
        <ProductPrice product={pack} className="font-semibold" />
        <span className={classNames("text-sm", pack.canBuy ? "text-moss" : "text-clay")}>
          {pack.canBuy ? "In Stock" : "Out of Stock"}
        </span>
      </span>
    </Link>
  );
}

import { ButtonLink } from "#app/components/ui/button.tsx";
import { Picture } from "#app/components/ui/picture.tsx";

/** The product that the banner promotes. */
export const PROMOTED_SLUG = "activated-biochar";

/** The catalogue's banner for the activated biochar product; not for a shop that no longer sells it. */
export function PromotionBanner() {
  return (
    <aside
      aria-labelledby="promotion"
      className="grid overflow-hidden rounded-2xl bg-moss-soft sm:grid-cols-[1fr_12rem] lg:grid-cols-[1fr_18rem]"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 p-6 lg:px-10 lg:py-6">
        <div className="flex max-w-prose flex-1 basis-72 flex-col gap-1">
          <p className="text-sm font-medium text-moss-strong">For the biogas industry</p>
          <h2 id="promotion" className="text-2xl lg:text-3xl">
            Activated Biochar
          </h2>
          <p className="mt-1 text-ink-soft">
            A high surface area carrier for anaerobic digesters, supplied by the tub for trials and plant
            operators.
          </p>
        </div>
        <ButtonLink to={`/products/${PROMOTED_SLUG}`}>See Activated Biochar</ButtonLink>
      </div>
      <div className="relative hidden min-h-40 sm:block">
        <Picture
          src="/pictures/activated-biochar.jpg"
          alt=""
          sizes="(min-width: 64rem) 18rem, 14rem"
          className="absolute inset-0 size-full object-cover object-[50%_85%]"
        />
      </div>
    </aside>
  );
}

import { ButtonLink } from "#app/components/ui/button.tsx";
import { Picture } from "#app/components/ui/picture.tsx";

/** Spec section 2: the catalogue's banner for the activated biochar product. */
export function PromotionBanner() {
  return (
    <aside
      aria-labelledby="promotion"
      className="grid items-center overflow-hidden rounded-2xl bg-moss-soft sm:grid-cols-[1fr_14rem] lg:grid-cols-[1fr_20rem]"
    >
      <div className="flex flex-col items-start gap-3 p-6 lg:p-10">
        <p className="text-sm font-medium text-moss-strong">For the biogas industry</p>
        <h2 id="promotion" className="text-section">
          Activated Biochar
        </h2>
        <p className="max-w-prose text-ink-soft">
          A high surface area carrier for anaerobic digesters, supplied by the tub for trials and plant
          operators.
        </p>
        <ButtonLink to="/products/activated-biochar" className="mt-2">
          See Activated Biochar
        </ButtonLink>
      </div>
      <div className="hidden h-full sm:block">
        <Picture
          src="/pictures/activated-biochar.jpg"
          alt=""
          sizes="20rem"
          className="h-full max-h-72 w-full object-cover"
        />
      </div>
    </aside>
  );
}

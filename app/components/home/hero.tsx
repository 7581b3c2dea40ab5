import { ButtonLink } from "#app/components/ui/button.tsx";
import { Picture } from "#app/components/ui/picture.tsx";

/** The first thing a visitor sees: what this is, and the way to it. */
export function Hero() {
  return (
    <section className="frame grid items-center gap-x-12 gap-y-10 pt-8 pb-16 lg:grid-cols-[5fr_7fr] lg:pt-12 lg:pb-24">
      <div>
        <p className="text-sm font-medium text-moss">Made in small batches in Shropshire</p>
        <h1 className="mt-4 text-hero">Biochar for living soil</h1>
        <p className="mt-6 max-w-lg text-lg text-ink-soft">
          Charcoal made for the ground, from sustainable British forestry. Dig it in once, and its pores hold
          water, air and nutrients where roots can reach them, season after season.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/products" size="large">
            Shop biochar
          </ButtonLink>
          <ButtonLink to="/about" size="large" variant="secondary">
            Our story
          </ButtonLink>
        </div>
      </div>
      <Picture
        src="/pictures/hero-home.jpg"
        alt="Illustration: a seedling rising from dark soil with pieces of biochar in it"
        sizes="(min-width: 80rem) 44rem, (min-width: 64rem) 55vw, 100vw"
        priority
        className="aspect-4/3 w-full rounded-2xl object-cover object-[78%_50%] lg:aspect-5/4"
      />
    </section>
  );
}

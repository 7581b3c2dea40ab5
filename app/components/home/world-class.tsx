import { ButtonLink } from "#app/components/ui/button.tsx";
import { Picture } from "#app/components/ui/picture.tsx";

/** Its figures: server/content/claims.ts says where they come from. */
const features = [
  {
    title: "British forestry wood",
    text: "Clean feedstock from sustainable British forestry, and nothing else.",
  },
  { title: "Dried first", text: "Wood goes in at under 18% moisture, so the heat makes char and not steam." },
  { title: "Slow, exact heat", text: "Pyrolysis at 450–550°C, held steady, without oxygen." },
  { title: "Over 80% carbon", text: "The European Biochar Certificate asks for 50% at the least." },
  { title: "Low in ash", text: "Held to the certificate’s limit of 3% ash, batch by batch." },
  {
    title: "Tried in the field",
    text: "More than 100 projects and 20 partnerships stand behind our advice.",
  },
];

/** The feature grid. */
export function WorldClass() {
  return (
    <section className="frame py-16 lg:py-24" aria-labelledby="world-class">
      <Picture
        src="/pictures/hero-manufacturing.jpg"
        alt="Illustration: a kiln glowing with hot char in a brick workshop, logs stacked beside it"
        sizes="(min-width: 80rem) 75rem, 100vw"
        className="aspect-4/3 w-full rounded-2xl object-cover sm:aspect-21/9"
      />
      <div className="mt-12 grid gap-x-16 gap-y-10 lg:grid-cols-[4fr_8fr]">
        <div>
          <h2 id="world-class" className="text-section">
            Why our biochar is world class
          </h2>
          <p className="mt-4 text-ink-soft">
            Good char is a matter of clean wood, dry wood and patience. We measure all three.
          </p>
          <ButtonLink to="/products" className="mt-6">
            Choose your biochar
          </ButtonLink>
        </div>
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {features.map(({ title, text }) => (
            <li key={title} className="border-t border-line-strong pt-4">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-1.5 text-[0.9375rem] text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

import { Check } from "lucide-react";

/** Four benefits, the same for every product, so they speak of biochar and not of the product. */
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

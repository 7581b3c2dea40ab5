import { Link } from "@remix-run/react";
import { CloudSun, Droplets, FlaskConical, Sprout } from "lucide-react";
import type { ReactNode } from "react";

/** What biochar does. A claim about carbon carries its qualifier (docs/rules.md#content-2). */
const benefits: { Icon: typeof Droplets; title: string; text: ReactNode }[] = [
  {
    Icon: Droplets,
    title: "Holds water",
    text: "Mixed into soil it raises water holding by 15–20%, so beds and pots need watering less often.",
  },
  {
    Icon: FlaskConical,
    title: "Keeps nutrients",
    text: "With a pH of 7.5–9.0 and a vast inner surface, it holds on to nutrients that rain would wash away.",
  },
  {
    Icon: Sprout,
    title: "Shelters soil life",
    text: "Its pores are a lasting home for the fungi and microbes that feed the roots of your plants.",
  },
  {
    Icon: CloudSun,
    title: "Locks carbon away",
    text: (
      <>
        Each kilogram holds the carbon of 2.5–3.7 kg of CO₂, gross, before transport and production.{" "}
        <Link to="/science" className="text-moss underline underline-offset-4">
          How we work this out
        </Link>
      </>
    ),
  },
];

export function BenefitCards() {
  return (
    <section className="frame py-16 lg:py-24" aria-labelledby="benefits">
      <h2 id="benefits" className="max-w-2xl text-section">
        One handful, many small rooms
      </h2>
      <p className="mt-4 max-w-2xl text-lg text-ink-soft">
        Under a microscope biochar is a honeycomb. That is why so little of it does so much.
      </p>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-4 lg:gap-6">
        {benefits.map(({ Icon, title, text }) => (
          <li key={title} className="rounded-xl border border-line bg-surface p-6">
            <Icon aria-hidden className="size-7 text-moss" strokeWidth={1.5} />
            <h3 className="mt-5 text-xl">{title}</h3>
            <p className="mt-2 text-[0.9375rem] text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { buttonClass } from "#app/components/ui/button.tsx";

export interface WayOn {
  label: string;
  to: string;
}

interface WaysOnProps {
  heading: string;
  text?: string;
  /** The first is the one that stands out. */
  links: WayOn[];
}

/** Where a reader may go from here, at a page's end. */
export function WaysOn({ heading, text, links }: WaysOnProps) {
  return (
    <section className="frame pt-8 pb-4 lg:pt-12">
      <div className="rounded-2xl bg-moss-soft px-6 py-10 sm:px-10 lg:px-16 lg:py-14">
        <h2 className="max-w-2xl text-section">{heading}</h2>
        {text && <p className="mt-3 max-w-2xl">{text}</p>}
        <ul className="mt-6 flex flex-wrap gap-3">
          {links.map(({ label, to }, index) => (
            <li key={to}>
              <ButtonAnchor label={label} to={to} variant={index === 0 ? "primary" : "secondary"} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A plain link that looks like a button: these pages are made without a router. */
export function ButtonAnchor({ label, to, variant }: WayOn & { variant?: "primary" | "secondary" }) {
  return (
    <a href={to} className={buttonClass({ variant })}>
      {label}
    </a>
  );
}

/** Small links side by side. */
export function LinkRow({ links }: { links: WayOn[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1">
      {links.map(({ label, to }) => (
        <li key={to}>
          <a href={to} className="inline-flex min-h-8 items-center text-moss underline underline-offset-4">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

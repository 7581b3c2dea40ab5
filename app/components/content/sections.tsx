import type { ReactNode } from "react";
import { ContactDetails } from "#app/components/layout/footer.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Picture } from "#app/components/ui/picture.tsx";
import type { StoreSummary } from "#app/lib/root-data.ts";
import { companyFactsOf } from "#server/settings/company-facts.ts";
import type { NextLink } from "./text-blocks.tsx";

export interface ContentPicture {
  src: string;
  alt: string;
}

interface PageHeadProps {
  /** A few words above the title. */
  eyebrow: string;
  title: string;
  lead: string;
  picture?: ContentPicture | undefined;
  /** The first links that a reader is offered. */
  children?: ReactNode;
}

/** Title on the left, the page's subject on the right, and a wide picture below. */
export function PageHead({ eyebrow, title, lead, picture, children }: PageHeadProps) {
  return (
    <header className="frame pt-10 lg:pt-16">
      <div className="grid items-end gap-x-16 gap-y-5 lg:grid-cols-[6fr_6fr]">
        <div>
          <p className="text-sm font-medium text-moss">{eyebrow}</p>
          <h1 className="mt-3 text-title">{title}</h1>
        </div>
        <div>
          <p className="max-w-2xl text-xl text-ink-soft">{lead}</p>
          {children && <div className="mt-6 flex flex-wrap gap-3">{children}</div>}
        </div>
      </div>
      {picture && (
        <Picture
          {...picture}
          priority
          sizes="(min-width: 80rem) 75rem, calc(100vw - 2rem)"
          className="mt-10 aspect-video w-full rounded-2xl object-cover sm:aspect-21/9 lg:mt-12"
        />
      )}
    </header>
  );
}

interface SectionProps {
  heading: ReactNode;
  /** An anchor for links from other pages. */
  id?: string;
  /** A sentence under the heading. */
  intro?: string;
  children: ReactNode;
}

/** The heading on the left, the text on the right. */
export function Section({ heading, id, intro, children }: SectionProps) {
  return (
    <section id={id} className="frame grid gap-x-16 gap-y-6 py-12 lg:grid-cols-[4fr_8fr] lg:py-16">
      <div className="self-start lg:sticky lg:top-24">
        <h2 className="text-section">{heading}</h2>
        {intro && <p className="mt-3 max-w-md text-ink-soft">{intro}</p>}
      </div>
      <div className="min-w-0 space-y-8">{children}</div>
    </section>
  );
}

interface BandProps extends SectionProps {
  plain: boolean;
  /** A drawing on the left, what it shows on the right. */
  columns: boolean;
}

/** A section of full width, with a darker background unless it is plain: for a drawing or for figures. */
export function Band({ heading, id, intro, plain, columns, children }: BandProps) {
  const inside = columns ? "grid gap-x-16 gap-y-8 lg:grid-cols-2" : "space-y-8";
  return (
    <section id={id} className={plain ? undefined : "bg-sunken"}>
      <div className="frame py-12 lg:py-20">
        <h2 className="max-w-3xl text-section">{heading}</h2>
        {intro && <p className="mt-3 max-w-2xl text-lg text-ink-soft">{intro}</p>}
        <div className={classNames("mt-8 lg:mt-12", inside)}>{children}</div>
      </div>
    </section>
  );
}

interface PictureRowProps extends SectionProps {
  picture: ContentPicture;
  /** Puts the picture on the right where there is room. */
  pictureRight: boolean;
}

/** A picture beside its text. */
export function PictureRow({ picture, heading, id, pictureRight, children }: PictureRowProps) {
  return (
    <section id={id} className="frame grid items-center gap-x-16 gap-y-6 py-10 md:grid-cols-2 lg:py-14">
      <Picture
        {...picture}
        sizes="(min-width: 80rem) 36rem, (min-width: 48rem) 45vw, calc(100vw - 2rem)"
        // A product stands in the lower part of its square picture.
        className={classNames(
          "aspect-6/5 w-full rounded-2xl object-cover object-[50%_95%]",
          pictureRight && "md:order-last",
        )}
      />
      <div>
        <h2 className="text-section">{heading}</h2>
        <div className="mt-4 space-y-4">{children}</div>
      </div>
    </section>
  );
}

/** A text with its drawing on the right, on a darker background. */
export function DrawingRow({ heading, id, drawing, children }: SectionProps & { drawing: ReactNode }) {
  return (
    <section id={id} className="bg-sunken">
      <div className="frame grid items-center gap-x-16 gap-y-8 py-12 md:grid-cols-2 lg:py-20">
        <div>
          <h2 className="text-section">{heading}</h2>
          <div className="mt-4">{children}</div>
        </div>
        <div className="rounded-2xl bg-paper p-4 sm:p-8">{drawing}</div>
      </div>
    </section>
  );
}

interface NextLinksProps {
  heading: ReactNode;
  text?: string;
  /** The first link is the prominent one. */
  links: NextLink[];
}

/** Further links at the end of a page: plain ones that look like buttons, because text pages render without a router. */
export function NextLinks({ heading, text, links }: NextLinksProps) {
  return (
    <section className="frame pt-8 pb-4 lg:pt-12">
      <div className="rounded-2xl bg-moss-soft px-6 py-10 sm:px-10 lg:px-16 lg:py-14">
        <h2 className="max-w-2xl text-section">{heading}</h2>
        {text && <p className="mt-3 max-w-2xl">{text}</p>}
        <ul className="mt-6 flex flex-wrap gap-3">
          {links.map(({ label, to }, index) => (
            <li key={to}>
              <a href={to} className={buttonClass({ variant: index === 0 ? "primary" : "secondary" })}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface LegalPageProps {
  title: string;
  lead: string;
  /** The date of the last change to the text. */
  changed: string;
  sections: { id: string; heading: string; body: ReactNode }[];
  store: StoreSummary;
}

/** A legal page: its table of contents beside it, the seller at its end. */
export function LegalPage({ title, lead, changed, sections, store }: LegalPageProps) {
  const all = [...sections, { id: "contact", heading: "Who we are", body: <WhoWeAre store={store} /> }];
  return (
    <article>
      <PageHead eyebrow="Legal" title={title} lead={lead} />
      <div className="frame mt-10">
        <div className="grid gap-x-16 gap-y-10 border-t border-line pt-10 lg:grid-cols-[4fr_8fr]">
          <nav aria-label="On this page" className="self-start lg:sticky lg:top-24">
            <ol className="columns-1 sm:columns-2 lg:columns-1">
              {all.map(({ id, heading }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="inline-flex min-h-8 items-center py-0.5 text-ink-soft hover:text-ink hover:underline"
                  >
                    {heading}
                  </a>
                </li>
              ))}
            </ol>
            <p className="mt-4 text-sm text-ink-soft">Last changed on {changed}</p>
          </nav>
          <div className="min-w-0 space-y-12">
            {all.map(({ id, heading, body }) => (
              <section key={id} id={id}>
                <h2 className="text-2xl">{heading}</h2>
                <div className="mt-4 space-y-6">{body}</div>
              </section>
            ))}
          </div>
        </div>
      </div>
    </article>
  );
}

/** The seller, from the settings. The law wants it easy to find. */
function WhoWeAre({ store }: { store: StoreSummary }) {
  return (
    <>
      <p className="font-medium">{store.storeName}</p>
      <ContactDetails store={store} />
      {companyFactsOf(store).map((fact) => (
        <p key={fact} className="text-ink-soft">
          {fact}
        </p>
      ))}
    </>
  );
}

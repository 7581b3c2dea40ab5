import { ContactDetails } from "#app/components/layout/contact-details.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { useRootData } from "#app/lib/root-data.ts";
import type { ContentPage } from "./content-page.ts";
import { SectionBody } from "./section-body.tsx";

/** Title and lead, a picture, then one row for each section: what it is about on the left, the text on the right. */
export function ContentView({ content }: { content: ContentPage }) {
  const root = useRootData();
  return (
    <article className="frame pt-10 pb-16 lg:pt-16">
      <header className="max-w-3xl">
        {content.eyebrow && <p className="text-sm font-medium text-moss">{content.eyebrow}</p>}
        <h1 className="mt-3 text-title">{content.title}</h1>
        <p className="mt-5 text-xl text-ink-soft">{content.lead}</p>
      </header>
      {content.picture && (
        <Picture
          {...content.picture}
          priority
          sizes="(min-width: 80rem) 75rem, 100vw"
          className="mt-10 aspect-4/3 w-full rounded-2xl object-cover sm:aspect-21/9"
        />
      )}
      <div className="mt-12 border-b border-line">
        {content.sections.map((section) => (
          <section
            key={section.heading}
            id={section.id}
            className="grid gap-x-12 gap-y-3 border-t border-line py-8 lg:grid-cols-[4fr_8fr] lg:py-10"
          >
            <h2 className="text-2xl">{section.heading}</h2>
            <SectionBody section={section} />
          </section>
        ))}
        {content.contactDetails && root && (
          <section className="grid gap-x-12 gap-y-3 border-t border-line py-8 lg:grid-cols-[4fr_8fr] lg:py-10">
            <h2 className="text-2xl">{root.store.storeName}</h2>
            <ContactDetails store={root.store} />
          </section>
        )}
      </div>
      {content.links && <WaysOn links={content.links} />}
    </article>
  );
}

function WaysOn({ links }: { links: NonNullable<ContentPage["links"]> }) {
  return (
    <div className="mt-10 flex flex-wrap gap-3">
      {links.map(({ label, to }, index) => (
        <ButtonLink key={to} to={to} variant={index === 0 ? "primary" : "secondary"}>
          {label}
        </ButtonLink>
      ))}
    </div>
  );
}

import type { ReactNode } from "react";
import { ContactDetails } from "#app/components/layout/contact-details.tsx";
import type { StoreSummary } from "#app/lib/root-data.ts";
import { companyFactsOf } from "#server/settings/company-facts.ts";
import { PageHead } from "./sections.tsx";

interface LegalSection {
  id: string;
  heading: string;
  body: ReactNode;
}

interface LegalPageProps {
  title: string;
  lead: string;
  /** The date of the last change to the text. */
  changed: string;
  sections: LegalSection[];
  store: StoreSummary;
  /** Below the last section, at full width. */
  children?: ReactNode;
}

/** A legal page: its table of contents beside it, the seller at its end. */
export function LegalPage({ title, lead, changed, sections, store, children }: LegalPageProps) {
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
            {children}
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

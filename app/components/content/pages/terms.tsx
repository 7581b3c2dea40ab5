import { displayLongDate } from "#server/core/shop-time.ts";
import { textAt } from "#server/doctor/texts-to-read.ts";
import { contractTermsOf } from "#server/email/store-identity.ts";
import type { ContentPage } from "../content-page.ts";
import { LegalPage } from "../parts/legal-page.tsx";
import { LinkRow, Text } from "../parts/sections.tsx";

export const terms: ContentPage = {
  title: "Terms of Service",
  description:
    "The terms on which we sell: ordering, prices, delivery, your right to cancel, faults, and advice.",
  body: ({ store, promises }) => (
    <LegalPage
      title="Terms of Service"
      lead="What you may expect of us, and we of you, when you buy here. Every order's confirmation carries these terms in full."
      changed={displayLongDate(textAt("/terms").changed)}
      store={store}
      sections={contractTermsOf(promises, store.currency).map(({ heading, paragraphs, links }, index) => ({
        id: `terms-${index + 1}`,
        heading,
        body: (
          <>
            <Text>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </Text>
            {links && <LinkRow links={links} />}
          </>
        ),
      }))}
    />
  ),
};

import { FileDown } from "lucide-react";
import { resources as papers } from "#server/content/resources.ts";
import type { ContentPage } from "../content-page.ts";
import { PictureRow } from "../parts/figures.tsx";
import { NextLinks, PageHead, Section } from "../parts/sections.tsx";

export const resources: ContentPage = {
  title: "Knowledge Resources",
  description:
    "Five papers on biochar to read and keep: wood vinegar, water filtration, carbon sequestration, building materials and animal feed.",
  body: () => (
    <article>
      <PageHead
        eyebrow="Resources"
        title="Knowledge Resources"
        lead="Five papers, yours to read and keep. Each says what biochar does, how to begin, and where its limits are."
      />
      <Section heading="The papers" intro="PDF files; each opens in a new tab.">
        <ul className="border-b border-line">
          {papers.map(({ id, title, description, path }) => (
            <li key={id} className="border-t border-line py-5">
              <h3 className="text-xl">
                <a
                  href={path}
                  target="_blank"
                  rel="noopener"
                  className="inline-flex min-h-8 items-center gap-3 text-moss underline underline-offset-4"
                >
                  <FileDown aria-hidden className="size-5 shrink-0" />
                  <span>
                    {title}
                    <span className="sr-only"> (PDF, opens in a new tab)</span>
                  </span>
                </a>
              </h3>
              <p className="mt-1 text-ink-soft">{description}</p>
            </li>
          ))}
        </ul>
      </Section>
      <PictureRow
        heading="The research report"
        picture={{
          src: "/pictures/hero-science.jpg",
          alt: "Illustration: the honeycomb surface of charcoal, seen from very near",
        }}
      >
        <p>
          All that we publish about biochar in one place, with the rule behind each figure. It is free for
          everyone with an account and a verified email address.
        </p>
        <p>
          <a href="/science">How to get it</a>
        </p>
      </PictureRow>
      <NextLinks
        heading="Something missing?"
        links={[
          { label: "Ask us", to: "/contact" },
          { label: "Read the blog", to: "/blog" },
          { label: "Get the newsletter", to: "/newsletter" },
        ]}
      />
    </article>
  ),
};

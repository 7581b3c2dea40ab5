import { useLoaderData } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { MarkdownText } from "#app/components/content/markdown-text.tsx";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { useRootData } from "#app/lib/root-data.ts";
import type { FaqSection } from "#server/content/find-content.server.ts";
import { listFaq } from "#server/content/find-content.server.ts";
import { structuredFaq } from "#server/content/structured-content.ts";
import { contentTopics } from "#server/http/cacheable-address.ts";
import { sharedPage } from "#server/process/page.server.ts";

const description =
  "What biochar is, how to use it, how it is made, what it does for the climate, and how we deliver.";

export const meta = pageMeta({ title: "Questions and Answers", description });

export const loader = sharedPage({ topics: contentTopics }, async ({ context }) => ({
  sections: await listFaq(context),
}));

export default function QuestionsAndAnswers() {
  const { sections } = useLoaderData<typeof loader>();
  return (
    <article className="frame pt-10 pb-16 lg:pt-16">
      <StructuredData describe={import.meta.env.SSR && (() => [structuredFaq(sections)])} />
      <header className="max-w-3xl">
        <p className="text-sm font-medium text-moss">Q&A</p>
        <h1 className="mt-3 text-title">Questions and Answers</h1>
        <p className="mt-5 text-xl text-ink-soft">What people ask us most, answered as briefly as we can.</p>
      </header>
      <div className="mt-12 border-b border-line">
        {sections.map(({ category, questions }) => (
          <section
            key={category}
            className="grid gap-x-12 gap-y-3 border-t border-line py-8 lg:grid-cols-[4fr_8fr] lg:py-10"
          >
            <h2 className="text-2xl">{category}</h2>
            <div className="max-w-2xl">
              {questions.map((question) => (
                <Question key={question.id} question={question} />
              ))}
            </div>
          </section>
        ))}
      </div>
      <AskUs />
    </article>
  );
}

/** Native `<details>`: each opens on its own, with or without JavaScript. */
function Question({ question: { question, htmlResponse } }: { question: FaqSection["questions"][number] }) {
  return (
    <details className="group border-line not-last:border-b first:-mt-3">
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 py-2 font-medium">
        {question}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <MarkdownText html={htmlResponse} className="pb-4 text-ink-soft" />
    </details>
  );
}

function AskUs() {
  const email = useRootData()?.store.storeEmail;
  return (
    <section className="mt-10">
      <h2 className="text-2xl">Is your question not here?</h2>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to="/contact">Ask us something else</ButtonLink>
        {email && (
          <a href={`mailto:${email}`} className={buttonClass({ variant: "secondary" })}>
            {email}
          </a>
        )}
      </div>
    </section>
  );
}

import { useFetcher } from "@remix-run/react";
import { Suspense, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import {
  NEWSLETTER_CONSENT_WORDING,
  type NewsletterReply,
  type NewsletterSource,
} from "#server/newsletter/subscriber.ts";
import type { NewsletterStep } from "./newsletter-dialogs.tsx";

const NewsletterDialogs = lazyPart(() => import("./newsletter-dialogs.tsx"));

interface NewsletterSectionProps {
  /** The page that shows the form, stored with the consent as evidence (docs/rules.md#newsletter-4). */
  source: NewsletterSource;
}

/**
 * The email, then the verification dialog, then the resources dialog. With JavaScript each step posts in the background;
 * without it /newsletter goes on as a page.
 */
export function NewsletterSection({ source }: NewsletterSectionProps) {
  const form = useFetcher<NewsletterReply>();
  const pending = form.state !== "idle";
  const reply = pending ? undefined : form.data;
  const [step, setStep] = useState<NewsletterStep>("none");
  const element = useRef<HTMLFormElement>(null);

  // `reply` is a new object for each response.
  useEffect(() => {
    if (reply?.ok === false) console.error("The address was not stored:", reply.message);
    if (!reply?.ok) return;
    element.current?.reset();
    setStep("verify");
  }, [reply]);

  return (
    // The last section of its page ends at the footer.
    <section aria-labelledby="newsletter" className="-mb-16 bg-moss-soft">
      <div className="frame grid gap-8 py-12 sm:py-16 lg:grid-cols-2 lg:py-24">
        <div>
          <h2 id="newsletter" className="text-section">
            Newsletter and knowledge resources
          </h2>
          <p className="mt-4 max-w-xl text-ink-soft">
            News from the kiln and the field, and five papers on what biochar can do: wood vinegar, water
            filtration, carbon sequestration, building materials and animal feed.
          </p>
        </div>
        <form.Form ref={element} method="post" action="/newsletter" className="grid content-start gap-4">
          <input type="hidden" name="intent" value="subscribe" />
          <input type="hidden" name="source" value={source} />
          <div className="flex flex-wrap items-end gap-3">
            <TextField
              label="Email"
              name="email"
              type="email"
              required
              maxLength={254}
              autoComplete="email"
              inputMode="email"
              className="min-w-56 flex-1"
            />
            <Button pending={pending}>Subscribe</Button>
          </div>
          <p className="text-sm text-ink-soft">{NEWSLETTER_CONSENT_WORDING}</p>
          {reply?.ok === false && <Notice tone="error" title={reply.message} />}
        </form.Form>
      </div>
      {reply?.ok && (
        <Suspense fallback={null}>
          <NewsletterDialogs
            step={step}
            email={reply.email}
            onLeave={(left) => setStep((now) => (now === left ? "none" : now))}
            onVerified={() => setStep("resources")}
          />
        </Suspense>
      )}
    </section>
  );
}

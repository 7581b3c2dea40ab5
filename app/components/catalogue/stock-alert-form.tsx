import { useFetcher } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { STOCK_ALERT_WORDING, type StockAlertReply, stockAlertTexts } from "#server/catalogue/stock-alert.ts";

interface StockAlertFormProps {
  slug: string;
  /** The answer to a form that was sent without JavaScript. */
  posted?: StockAlertReply | undefined;
}

/**
 * 'Tell me when it is back', on the page of a product that is sold out. With JavaScript it posts in the background;
 * without it a page answers with what is wrong, or leads back with a notice.
 */
export default function StockAlertForm({ slug, posted }: StockAlertFormProps) {
  const form = useFetcher<{ reply: StockAlertReply | null }>();
  const element = useRef<HTMLFormElement>(null);
  const title = useId();
  const pending = form.state !== "idle";
  const reply = pending ? undefined : (form.data?.reply ?? posted);
  const failure = reply?.ok === false ? reply : undefined;

  // `reply` is new with each answer.
  useEffect(() => {
    if (reply?.ok) element.current?.reset();
    if (reply?.ok === false) element.current?.querySelector<HTMLInputElement>("[name=email]")?.focus();
  }, [reply]);

  return (
    <section aria-labelledby={title} className="grid max-w-md gap-3 rounded-lg border border-line p-4">
      <h2 id={title} className="text-lg">
        Tell me when it is back
      </h2>
      <form.Form ref={element} method="post" action="/stock-alerts/ask" className="grid gap-3">
        <input type="hidden" name="slug" value={slug} />
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            inputMode="email"
            defaultValue={failure?.email ?? ""}
            className="min-w-48 flex-1"
            {...(failure ? { errors: [failure.message] } : {})}
          />
          <Button variant="secondary" pending={pending} pendingLabel="Sending...">
            Tell me
          </Button>
        </div>
        <p className="text-sm text-ink-soft">{STOCK_ALERT_WORDING}</p>
      </form.Form>
      <div role="status">
        {reply?.ok && (
          <Notice tone="success" title={stockAlertTexts[reply.outcome].title}>
            {stockAlertTexts[reply.outcome].message}
          </Notice>
        )}
      </div>
    </section>
  );
}

import { useFetcher } from "@remix-run/react";
import type { NewsletterReply } from "#server/newsletter/subscriber.ts";

/**
 * One step of the newsletter. With JavaScript it posts in the background; without it /newsletter continues as a page.
 */
export function useNewsletterForm() {
  const form = useFetcher<NewsletterReply>();
  return { form, pending: form.state !== "idle", reply: form.state === "idle" ? form.data : undefined };
}

import { renderToStaticMarkup } from "react-dom/server";
import type { ContentPage } from "#app/components/content/content-page.ts";
import { storeSummaryOf } from "#app/lib/root-data.ts";
import type { Context } from "#server/core/context.ts";
import { deliveryRuleOf } from "#server/settings/store-settings.ts";

/**
 * A page that only tells, as HTML: its text and its drawings cost the browser no JavaScript. Apostrophes are set as a
 * printer would.
 */
export function renderContentPage(context: Context, content: ContentPage): string {
  const { settings } = context;
  const html = renderToStaticMarkup(
    content.body({
      store: storeSummaryOf(settings),
      deliveryRule: deliveryRuleOf(settings),
      // Asked only where a page says it: the others are the same for all, and shared (docs/decisions/027).
      get signedIn() {
        return context.actor.kind === "user";
      },
    }),
  );
  return html.replaceAll("&#x27;", "’");
}

import { renderToStaticMarkup } from "react-dom/server.browser";
import type { ContentPage } from "#app/components/content/content-page.ts";
import { storeSummaryOf } from "#app/lib/root-data.ts";
import type { Context } from "#server/core/context.ts";
import { promisesOf } from "#server/settings/promises.ts";
import { deliveryRuleOf } from "#server/settings/store-settings.ts";

/**
 * Renders a text page to HTML, so that its text and drawings cost the browser no JavaScript. Apostrophes become
 * typographic ones.
 */
export function renderContentPage(context: Context, content: ContentPage): string {
  const { settings } = context;
  const html = renderToStaticMarkup(
    content.body({
      store: storeSummaryOf(settings),
      deliveryRule: deliveryRuleOf(settings),
      promises: promisesOf(settings),
      claims: settings.claims,
      retailYears: settings.retailYears,
      signedIn: context.actor.kind === "user",
    }),
  );
  return html.replaceAll("&#x27;", "’");
}

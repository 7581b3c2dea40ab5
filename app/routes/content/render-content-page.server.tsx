import { renderToStaticMarkup } from "react-dom/server";
import type { ContentPage } from "#app/components/content/content-page.ts";
import { storeSummaryOf } from "#app/lib/root-data.ts";
import type { Context } from "#server/core/context.ts";
import { deliveryRuleOf } from "#server/settings/store-settings.ts";

/** A page that only tells, as HTML: its text and its drawings cost the browser no JavaScript. */
export function renderContentPage({ settings, actor }: Context, content: ContentPage): string {
  return renderToStaticMarkup(
    content.body({
      store: storeSummaryOf(settings),
      deliveryRule: deliveryRuleOf(settings),
      signedIn: actor.kind === "user",
    }),
  );
}

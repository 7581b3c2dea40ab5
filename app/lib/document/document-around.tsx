import { Links, Meta, Scripts } from "@remix-run/react";
import { PAGE_ID, useDocumentFacts } from "./document-context.ts";

/** What the server writes around a page. In the browser React draws the page alone (docs/decisions/090). */
export function DocumentAround() {
  const { nonce, requestId } = useDocumentFacts();
  return (
    <html lang="en-GB" data-request-id={requestId}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#17191a" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body>
        <div id={PAGE_ID} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

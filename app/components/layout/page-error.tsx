import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { Sprout } from "lucide-react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { useDocumentFacts } from "#app/lib/document/document-context.ts";

const NOT_FOUND = "404 Page Not Found";

/** The page for unknown addresses, with a hint for developers. */
export function NotFound() {
  return (
    <div className="frame flex flex-col items-center py-24 text-center">
      <Sprout aria-hidden className="size-16 text-moss" strokeWidth={1} />
      <h1 className="mt-6 text-title">{NOT_FOUND}</h1>
      <p className="mt-4 max-w-prose text-ink-soft">
        There is nothing at this address. It may have been moved, or mistyped.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/">Go to the home page</ButtonLink>
        <ButtonLink to="/products" variant="secondary">
          Browse products
        </ButtonLink>
      </div>
      <details className="mt-8 max-w-prose text-sm text-ink-soft">
        <summary className="cursor-pointer py-2">For developers</summary>
        <p>
          Did you forget to add the page to the router? Every address of the shop stands in{" "}
          <code className="rounded bg-sunken px-1.5 py-0.5">app/routes.ts</code>.
        </p>
      </details>
    </div>
  );
}

interface Explanation {
  title: string;
  text: string;
}

const explanations: Record<number, Explanation> = {
  400: {
    title: "That did not work",
    text: "The request could not be understood. Please go back and try again.",
  },
  401: { title: "Please sign in", text: "This page is for people who are signed in." },
  403: { title: "Access Denied", text: "You do not have permission to see this page." },
  405: { title: "That did not work", text: "This address cannot be used in that way." },
  429: { title: "A moment, please", text: "Too many attempts. Please wait a little and try again." },
  503: {
    title: "We will be right back",
    text: "The shop is busy or being looked after. Please try again shortly.",
  },
};

const unexpected: Explanation = {
  title: "Something went wrong",
  text: "This is our fault, not yours. Please try again in a moment.",
};

/** What the browser's tab says of an error. */
export function titleOfError(error: unknown): string {
  if (!isRouteErrorResponse(error)) return unexpected.title;
  return error.status === 404 ? NOT_FOUND : (explanations[error.status] ?? unexpected).title;
}

/** What an ErrorBoundary shows: a calm message, a way on, and never internal details. */
export function PageError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const explanation = isRouteErrorResponse(error) ? explanations[error.status] : undefined;
  const { title, text } = explanation ?? unexpected;
  const reason = explanation && isRouteErrorResponse(error) ? messageIn(error.data) : undefined;
  return (
    <div className="frame flex flex-col items-center py-24 text-center">
      <h1 className="text-title">{title}</h1>
      <p className="mt-4 max-w-prose text-ink-soft">{reason ?? text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {isRouteErrorResponse(error) && error.status === 401 && (
          <ButtonLink to="/login">Go to Login</ButtonLink>
        )}
        <ButtonLink to="/" variant="secondary">
          Go to the home page
        </ButtonLink>
      </div>
      {!explanation && <RequestNumber />}
    </div>
  );
}

/** The number that finds the request in our log. */
export function RequestNumber() {
  const requestId = useRequestIdOfThisPage();
  if (!requestId) return null;
  return (
    <p className="mt-8 text-center text-sm text-ink-soft">
      If you write to us about it, mention this number: <code>{requestId}</code>
    </p>
  );
}

/** The server's message about a refusal (server/process/page.server.ts). */
function messageIn(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("message" in data)) return undefined;
  return typeof data.message === "string" ? data.message : undefined;
}

/** The document's request id, as long as this page is the one that the request asked for. */
function useRequestIdOfThisPage(): string | undefined {
  const { pathname, search } = useLocation();
  const { requestId, address } = useDocumentFacts();
  return address === pathname + search ? requestId : undefined;
}

import type { SubmissionResult } from "@conform-to/react";
import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { PageError, RequestNumber } from "#app/components/layout/page-error.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { usePageIsLoaded } from "#app/lib/document/route-handle.ts";
import { showToast } from "#app/lib/notice-toasts.tsx";
import type { RequiredAction } from "#server/core/context.ts";

interface NarrowPageProps {
  title: string;
  /** One line below the title. */
  intro?: ReactNode;
  /** Between the title and the card. */
  above?: ReactNode;
  /** Below the card, for example a link to another page. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A page with one short form or one result. */
export function NarrowPage({ title, intro, above, footer, children }: NarrowPageProps) {
  return (
    <div className="frame grid justify-items-center py-12 sm:py-20">
      <div className="grid w-full max-w-md gap-6">
        <header>
          <h1 className="text-3xl">{title}</h1>
          {intro && <p className="mt-2 text-ink-soft">{intro}</p>}
        </header>
        {above}
        <Card className="grid gap-5">{children}</Card>
        {footer}
      </div>
    </div>
  );
}

interface FormError {
  title: string;
  message: string;
}

interface FormErrorNoticeProps {
  error: FormError | null | undefined;
  /** Passed to the form library. When a field is at fault, the focus moves there instead. */
  result?: SubmissionResult | undefined;
}

/** Says at the start of the page why the last attempt was refused. A toast says it too, but disappears. */
export function FormErrorNotice({ error, result }: FormErrorNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  const isFieldAtFault = Boolean(result?.error);
  useEffect(() => {
    if (!error) return;
    showToast({ kind: "error", title: error.title, description: error.message });
    // Without a script `autoFocus` does it; React does it for fields alone.
    if (!isFieldAtFault) notice.current?.focus();
  }, [error, isFieldAtFault]);

  if (!error) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: a page that comes back with a refusal begins there (docs/rules.md#messages-3)
    <div ref={notice} tabIndex={-1} autoFocus={!isFieldAtFault} className="outline-none">
      <Notice tone="error" title={error.title}>
        {error.message}
      </Notice>
    </div>
  );
}

const requiredActions: Record<RequiredAction, { title: string; what: string }> = {
  passkey: {
    title: "Please sign in with your passkey",
    what: "It is your second factor here, and you came by password alone.",
  },
  password: {
    title: "Please choose a better password",
    what: "Staff of this shop need a password of at least 12 characters that is not easy to guess.",
  },
  "second-factor": {
    title: "Please set up two-factor sign-in",
    what: "This shop asks it of all staff; a passkey will do as well.",
  },
};

/** Tells staff without the required second factor to set it up first. */
export function RequiredActionNotice({ action }: { action: RequiredAction }) {
  const { title, what } = requiredActions[action];
  return (
    <Notice tone="error" title={title}>
      {what} Until then you may do what customers may. Afterwards everything is open to you again at once.
    </Notice>
  );
}

/**
 * What an account page shows when the account could not be loaded: 'Access Denied', and that this is not the person's
 * fault. A refusal by the server shows its own message.
 */
export function AccountError({ next }: { next: string }) {
  const error = useRouteError();
  const isLoaded = usePageIsLoaded();
  if (isLoaded || (isRouteErrorResponse(error) && error.status < 500)) return <PageError />;
  return (
    <>
      <AccessDenied next={next}>
        Your account could not be reached just now. This is our fault, not yours: please try again in a
        moment, or sign in again.
      </AccessDenied>
      <RequestNumber />
    </>
  );
}

interface AccessDeniedProps {
  children: ReactNode;
  /** Where to return after signing in. Without it, another link is offered. */
  next?: string;
}

/** What the account pages show to somebody who is not signed in. */
export function AccessDenied({ children, next }: AccessDeniedProps) {
  return (
    <div className="frame py-12">
      <EmptyState
        title="Access Denied"
        headingLevel={1}
        action={
          next === undefined ? (
            <ButtonLink to="/account">Go to your account</ButtonLink>
          ) : (
            <ButtonLink to={`/login?next=${encodeURIComponent(next)}`}>Go to Login</ButtonLink>
          )
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}

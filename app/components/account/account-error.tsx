import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { PageError, RequestNumber } from "#app/components/layout/page-error.tsx";
import { AccessDenied } from "./access-denied.tsx";

/**
 * What an account page shows when the account could not be fetched: 'Access Denied', and that this is not the person's
 * fault. What the server refused has its own words.
 */
export function AccountError({ next }: { next: string }) {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) return <PageError />;
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

import { useLocation } from "@remix-run/react";
import { ButtonLink } from "#app/components/ui/button.tsx";

/** The same for a number that does not exist and for somebody else's. */
export function NoDocument({ title }: { title: string }) {
  const { pathname } = useLocation();
  return (
    <div className="frame flex flex-col items-center py-24 text-center">
      <h1 className="text-title">{title}</h1>
      <p className="mt-4 max-w-prose text-ink-soft">
        Sign in with the account that placed the order, or open the order from the link in its confirmation
        email.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to={`/login?${new URLSearchParams({ next: pathname })}`}>Go to Login</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          Go to the home page
        </ButtonLink>
      </div>
    </div>
  );
}

import { Sprout } from "lucide-react";
import { ButtonLink } from "#app/components/ui/button.tsx";

/** The page for addresses that lead nowhere, with a hint for developers. */
export function NotFound() {
  return (
    <div className="frame flex flex-col items-center py-24 text-center">
      <Sprout aria-hidden className="size-16 text-moss" strokeWidth={1} />
      <h1 className="mt-6 text-title">404 Page Not Found</h1>
      <p className="mt-4 max-w-prose text-ink-soft">
        There is nothing at this address. It may have been moved, or mistyped.
      </p>
      <p className="mt-2 max-w-prose text-sm text-ink-soft">
        For developers: did you forget to add the page to the router? Every address of the shop stands in{" "}
        <code className="rounded bg-sunken px-1.5 py-0.5">app/routes.ts</code>.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/">Go to the home page</ButtonLink>
        <ButtonLink to="/products" variant="secondary">
          Browse products
        </ButtonLink>
      </div>
    </div>
  );
}

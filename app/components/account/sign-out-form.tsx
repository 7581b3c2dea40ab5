import { useFetcher } from "@remix-run/react";
import { Button, type ButtonSize } from "#app/components/ui/button.tsx";

interface SignOutFormProps {
  variant?: "secondary" | "quiet";
  size?: ButtonSize;
}

/**
 * Signs this browser out, from wherever it stands. It posts beside the page, so that a failure leaves the page as it is
 * (`unlessUnanswered`), and the button itself tells that it is under way.
 */
export function SignOutForm({ variant = "secondary", size = "small" }: SignOutFormProps) {
  const form = useFetcher();
  return (
    <form.Form method="post" action="/logout">
      <Button variant={variant} size={size} pending={form.state !== "idle"}>
        Sign out
      </Button>
    </form.Form>
  );
}

import { Spinner } from "#app/components/ui/spinner.tsx";
import { LOADING_FORM } from "./payment-texts.ts";

export function LoadingForm() {
  return (
    <p role="status" className="flex items-center gap-3 text-ink-soft">
      <Spinner className="size-5" />
      {LOADING_FORM}
    </p>
  );
}

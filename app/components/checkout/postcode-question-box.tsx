import { CheckboxField } from "#app/components/ui/fields.tsx";
import { postcodeConfirmations } from "#server/checkout/checkout-form.ts";
import { SAMPLE_POSTCODE } from "#server/pricing/postcode.ts";
import type { PostcodeQuestion } from "./typed-details.ts";

/**
 * Asks whether a postcode is right that does not look so. Ticked, it is taken as it is. It is seldom wanted, so the page
 * comes without it.
 */
export function PostcodeQuestionBox({
  question: { field, typed, confirmed },
}: {
  question: PostcodeQuestion;
}) {
  return (
    <div className="rounded-lg bg-sunken px-4 py-3">
      <p>
        Is the postcode right? “{typed}” does not look like one of the United Kingdom, such as{" "}
        {SAMPLE_POSTCODE}.
      </p>
      <CheckboxField
        label="Yes, it is right"
        name={postcodeConfirmations[field]}
        value={typed}
        defaultChecked={confirmed}
        className="mt-2"
      />
    </div>
  );
}

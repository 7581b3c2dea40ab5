import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";

interface PostcodeFormProps {
  /** The page that answers: it opens again with the postcode. */
  action: string;
  /** As typed, or remembered. */
  postcode: string;
  /** What is wrong with it. */
  error?: string | undefined;
  /** It stands beside another form, whose fields keep what was typed: with JavaScript the page stays. */
  keepsPage?: boolean;
}

/**
 * Asks where to, for what delivery costs. A plain GET form, as a rule with JavaScript too: the whole page, its cart
 * included, is priced again.
 */
export function PostcodeForm({ action, postcode, error, keepsPage = false }: PostcodeFormProps) {
  return (
    <Form
      method="get"
      action={action}
      reloadDocument={!keepsPage}
      replace
      preventScrollReset
      className="flex flex-wrap items-end gap-3"
    >
      <TextField
        // What is remembered comes after a page that is shared by many.
        key={postcode}
        label="Delivery postcode"
        name="postcode"
        defaultValue={postcode}
        maxLength={20}
        autoComplete="postal-code"
        spellCheck={false}
        className="min-w-40 flex-1"
        {...(error ? { errors: [error], autoFocus: true } : {})}
      />
      <Button variant="secondary">Show delivery</Button>
    </Form>
  );
}

import { Form } from "@remix-run/react";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";

interface ListSearchProps {
  /** The tab of /admin that the list is in. */
  tab: string;
  /** "Enquiries" */
  label: string;
  /** What was asked for, without the page: a changed address fills the fields anew. */
  params: URLSearchParams;
  submit?: string;
  /** Where everything is shown again. */
  clear?: string;
  children: ReactNode;
}

/** Narrows the list of a tab: a GET form, so that what is asked for is in the address and works without JavaScript. */
export function ListSearch({ tab, label, params, submit = "Search", clear, children }: ListSearchProps) {
  return (
    <Form
      key={params.toString()}
      method="get"
      action="/admin"
      role="search"
      aria-label={label}
      preventScrollReset
      className="flex flex-wrap items-end gap-3"
    >
      <input type="hidden" name="tab" value={tab} />
      {children}
      <Button>
        <Search aria-hidden className="size-4" /> {submit}
      </Button>
      {clear && (
        <ButtonLink to={clear} variant="quiet" preventScrollReset>
          Clear
        </ButtonLink>
      )}
    </Form>
  );
}

interface SearchTextFieldProps {
  label: string;
  name?: string;
  maxLength?: number;
  defaultValue: string;
}

/** The text of a search. */
export function SearchTextField({ name = "search", maxLength = 100, ...rest }: SearchTextFieldProps) {
  return (
    <TextField
      {...rest}
      name={name}
      type="search"
      data-key="filter"
      maxLength={maxLength}
      className="min-w-48 flex-1 sm:max-w-96"
    />
  );
}

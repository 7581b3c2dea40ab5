import { Form, useNavigate } from "@remix-run/react";
import { Search } from "lucide-react";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

/** How long typing must pause before the form is submitted. */
const TYPING_PAUSE_MS = 300;

interface SearchFormProps {
  action: string;
  label: string;
  placeholder: string;
  /** What the address asks for. */
  search: string;
  field: RefObject<HTMLInputElement>;
  /** The address that the form's fields ask for. */
  pathOf: (fields: FormData) => string;
  /** Submits it without JavaScript. */
  button: string;
  className: string;
  fieldClassName: string;
  /** Further fields, which submit the form at once. */
  children?: (send: () => void) => ReactNode;
}

/**
 * A search as a GET form, so that the address holds it. With JavaScript it submits itself while the person types and
 * chooses. Without it there is a button.
 */
export function SearchForm({ action, label, placeholder, search, field, pathOf, ...rest }: SearchFormProps) {
  const id = useId();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>();
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const send = () => {
    window.clearTimeout(timer.current);
    if (form.current)
      navigate(pathOf(new FormData(form.current)), { replace: true, preventScrollReset: true });
  };
  const sendAfterPause = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(send, TYPING_PAUSE_MS);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };

  // Back, forward and a cleared search change the address, and the field follows unless somebody is typing in it.
  const followed = useRef(search);
  useEffect(() => {
    if (followed.current === search) return;
    followed.current = search;
    if (field.current && field.current !== document.activeElement) field.current.value = search;
  }, [field, search]);

  return (
    <Form
      ref={form}
      action={action}
      role="search"
      aria-label={label}
      onSubmit={submit}
      className={rest.className}
    >
      <div className={classNames("flex flex-1 flex-col gap-1.5", rest.fieldClassName)}>
        <label htmlFor={id} className="text-sm font-medium">
          Search
        </label>
        <div className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-soft"
          />
          <input
            ref={field}
            id={id}
            type="search"
            name="search"
            defaultValue={search}
            maxLength={100}
            placeholder={placeholder}
            autoComplete="off"
            onInput={sendAfterPause}
            className="field-edge min-h-11 w-full py-2 pr-3 pl-10 placeholder:text-ink-soft"
          />
        </div>
      </div>
      {rest.children?.(send)}
      {/* Hidden from the start where scripts run: otherwise its row would collapse after hydration. */}
      {!hydrated && (
        <Button variant="secondary" className="justify-self-start [@media(scripting:enabled)]:hidden">
          {rest.button}
        </Button>
      )}
    </Form>
  );
}

interface NoMatchProps extends Pick<SearchFormProps, "action" | "field" | "button"> {
  text: string;
  /** What stays of the search. */
  children?: ReactNode;
}

/** Nothing was found. The button disappears with the search, so the focus moves to the field. */
export function NoMatch({ text, action, field, button, children }: NoMatchProps) {
  const empty = () => {
    if (!field.current) return;
    field.current.value = "";
    field.current.focus();
  };
  return (
    <div className="flex flex-col items-center gap-6 py-10 text-center">
      <p className="text-lg">{text}</p>
      <Form action={action} replace preventScrollReset onSubmit={empty}>
        {children}
        <Button variant="secondary">{button}</Button>
      </Form>
    </div>
  );
}

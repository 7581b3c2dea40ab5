import { Form, useNavigate } from "@remix-run/react";
import { Search } from "lucide-react";
import { type FormEvent, type RefObject, useEffect, useId, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { blogPath } from "#server/content/content-views.ts";

/** How long typing must pause before the form is submitted. */
const TYPING_PAUSE_MS = 300;

interface ArticleSearchProps {
  search: string;
  field: RefObject<HTMLInputElement>;
}

/**
 * The search as a GET form, so that the address holds it. With JavaScript it submits itself while the person types.
 */
export function ArticleSearch({ search, field }: ArticleSearchProps) {
  const id = useId();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const timer = useRef<number>();
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const send = () => {
    window.clearTimeout(timer.current);
    const text = field.current?.value.trim() ?? "";
    navigate(blogPath({ search: text }), { replace: true, preventScrollReset: true });
  };
  const sendAfterPause = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(send, TYPING_PAUSE_MS);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };

  // Back, forward and 'Clear Search' change the address, and the field follows unless somebody is typing in it.
  const followed = useRef(search);
  useEffect(() => {
    if (followed.current === search) return;
    followed.current = search;
    if (field.current && field.current !== document.activeElement) field.current.value = search;
  }, [field, search]);

  return (
    <Form
      action="/blog"
      role="search"
      aria-label="Articles"
      onSubmit={submit}
      className="flex items-end gap-3"
    >
      <div className="flex max-w-xl flex-1 flex-col gap-1.5">
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
            placeholder="Search articles..."
            autoComplete="off"
            onInput={sendAfterPause}
            className="field-edge min-h-11 w-full py-2 pr-3 pl-10 placeholder:text-ink-soft"
          />
        </div>
      </div>
      {/* Hidden from the start where scripts run, as in the catalogue's filters. */}
      {!hydrated && (
        <Button variant="secondary" className="[@media(scripting:enabled)]:hidden">
          Search
        </Button>
      )}
    </Form>
  );
}

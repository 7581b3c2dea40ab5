import { Form, Link, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { RefusedForm } from "#server/commands/command.ts";
import {
  type ListView,
  type ViewedList,
  viewAddress,
  viewCommands,
  viewIn,
} from "#server/find/list-views.ts";

interface ListViewLinksProps {
  list: ViewedList;
  views: readonly ListView[];
  answer: RefusedForm | undefined;
}

/** Links to the views of a list, and forms to keep what is asked for as one's own, or to remove one. */
export function ListViewLinks({ list, views, answer }: ListViewLinksProps) {
  const { pathname, search } = useLocation();
  const [parameters] = useSearchParams();
  const asked = viewIn(list, parameters);
  const open = views.find(({ query }) => query === asked);
  if (views.length === 0 && asked === "") return null;
  const refused = answer?.intent.startsWith("views.") ? answer : undefined;
  // A form of the page comes back to where it was sent from.
  const action = `${pathname}${search}`;
  return (
    <section aria-label="Views" className="flex flex-wrap items-start gap-x-2 gap-y-2">
      <ul className="flex flex-wrap gap-1.5">
        {views.map((view) => (
          <li key={view.id ?? view.name}>
            <Link
              to={viewAddress(pathname, list, view.query)}
              aria-current={view === open ? "true" : undefined}
              preventScrollReset
              className={classNames(
                "inline-flex min-h-9 items-center rounded-full border px-3 text-sm no-underline wrap-anywhere",
                view === open
                  ? "border-moss bg-moss text-on-moss"
                  : "border-line text-ink-soft hover:bg-sunken hover:text-ink",
              )}
            >
              {view.name}
            </Link>
          </li>
        ))}
      </ul>
      {asked !== "" && !open && (
        <details open={refused !== undefined} className="text-sm">
          <summary className="inline-flex min-h-9 cursor-pointer items-center rounded-full px-3 hover:bg-sunken">
            Save this view
          </summary>
          <SaveForm list={list} query={asked} action={action} refused={refused} />
        </details>
      )}
      {open?.id && <RemoveForm view={open} action={action} />}
    </section>
  );
}

interface FormProps {
  action: string;
}

interface SaveFormProps extends FormProps {
  list: ViewedList;
  query: string;
  refused: RefusedForm | undefined;
}

function SaveForm({ list, query, action, refused }: SaveFormProps) {
  const intent = viewCommands.save.name;
  const sending = useNavigation().formData?.get("intent") === intent;
  const typed = refused?.result.initialValue?.name;
  return (
    <Form method="post" action={action} noValidate className="mt-2 grid max-w-md gap-2">
      {refused?.refusal && <Notice tone="error" title={refused.refusal} />}
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="query" value={query} />
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Name of the view"
          name="name"
          maxLength={60}
          autoComplete="off"
          defaultValue={typeof typed === "string" ? typed : ""}
          errors={refused?.result.error?.name ?? undefined}
        />
        <Button size="small" pending={sending} className="mb-1">
          Save
        </Button>
      </div>
    </Form>
  );
}

function RemoveForm({ view, action }: FormProps & { view: ListView }) {
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="intent" value={viewCommands.remove.name} />
      <input type="hidden" name="id" value={view.id ?? ""} />
      <Button variant="quiet" size="small">
        Remove the view<span className="sr-only"> {view.name}</span>
      </Button>
    </Form>
  );
}

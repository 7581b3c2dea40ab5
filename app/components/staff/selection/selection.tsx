import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { CommandDefinition, RefusedForm } from "#server/commands/command.ts";
import { UndoRest } from "./undo-rest.tsx";
import { boxesOf, useSelectedCount } from "./use-selected-count.ts";

interface SelectBoxProps {
  /** The id of the selection's form. */
  form: string;
  /** What the form calls a row: "order". */
  name: string;
  id: number;
  /** "INV-1" */
  label: string;
}

/** Takes a row into the selection. */
export function SelectBox({ form, name, id, label }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      form={form}
      name={name}
      value={id}
      data-select
      aria-label={`Select ${label}`}
      className="size-6 shrink-0 align-middle accent-moss"
    />
  );
}

interface SelectionBarProps {
  /** The form's id, which the boxes of the rows name. */
  id: string;
  /** "orders" */
  what: string;
  /** A form of this page that came back. */
  answer: RefusedForm | undefined;
  /** The names of the commands that the buttons are for. */
  commands: readonly CommandDefinition[];
  /** The buttons. */
  children: ReactNode;
}

/**
 * What can be done with the selected rows of a list: a plain form whose named buttons send it to where it is done, also
 * without JavaScript. What came of each row stands above it.
 */
export function SelectionBar({ id, what, answer, commands, children }: SelectionBarProps) {
  const count = useSelectedCount(id);
  const refused = commands.some(({ name }) => name === answer?.intent) ? answer : undefined;
  const reasons = Object.values(refused?.result.error ?? {}).flatMap((messages) => messages ?? []);
  const tickAll = (checked: boolean) => {
    for (const box of boxesOf(id)) if (box.checked !== checked) box.click();
  };
  return (
    <>
      {refused && (
        <Notice tone="error" title={refused.refusal ?? reasons[0] ?? `Tick some ${what} first`}>
          <UndoRest answer={refused} />
          {refused.refusal && (
            <ul>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <form
        id={id}
        aria-label={`The selected ${what}`}
        className="flex min-h-11 flex-wrap items-center gap-2 lg:min-h-9"
      >
        {count !== null && (
          <label className="flex items-center gap-3 pr-2 text-sm">
            <input
              type="checkbox"
              checked={count > 0}
              onChange={(event) => tickAll(event.currentTarget.checked)}
              className="size-6 accent-moss"
            />
            <span>{count === 0 ? `Select all ${what} shown` : `${count} selected`}</span>
          </label>
        )}
        {count !== 0 && children}
      </form>
    </>
  );
}

/** Does a command for the selected rows. The answer comes back to this page. */
export function SelectionCommand({ command, children }: { command: CommandDefinition; children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Button
      name="intent"
      value={command.name}
      formMethod="post"
      formAction={`${pathname}${search}`}
      variant="secondary"
      size="small"
    >
      {children}
    </Button>
  );
}

/** Leads to a page or a file about the selected rows. */
export function SelectionLink({
  to,
  name,
  value,
  mark,
  children,
}: {
  to: string;
  name?: string;
  value?: string;
  mark?: string;
  children: ReactNode;
}) {
  return (
    <Button formAction={to} name={name} value={value} data-key={mark} variant="secondary" size="small">
      {children}
    </Button>
  );
}

import { useNavigate } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import type { z } from "zod";
import { AskFirst } from "#app/components/staff/kit/ask-first.tsx";
import { type CommandFields, CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { leaveUnasked } from "#app/components/staff/unsaved-changes.tsx";
import type { CommandDefinition } from "#server/commands/command.ts";
import type { ShownFields } from "#server/core/touched-fields.ts";

interface ContentEditorProps<Result> {
  label: string;
  save: CommandDefinition<z.ZodType, Result>;
  remove: CommandDefinition<z.ZodType, unknown>;
  /** None while it is new. */
  saved: { id: number; version: number; name: string } | undefined;
  shown: ShownFields;
  /** Where the person goes on from here, if anywhere. */
  afterSaving: (result: Result) => string | undefined;
  list: string;
  heading: ReactNode;
  children: (form: CommandFields) => ReactNode;
}

/** Writes something of the site, or something new, and deletes it. Nothing that is typed is lost on a refusal. */
export function ContentEditor<Result>(props: ContentEditorProps<Result>) {
  const { label, save, remove, saved, shown, afterSaving, list, heading, children } = props;
  const navigate = useNavigate();
  const editor = useRef<HTMLDivElement>(null);
  return (
    <div ref={editor} className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-3">{heading}</header>
      <CommandForm
        command={save}
        label={label}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        keepsTexts
        closes={!saved}
        shown={shown}
        failure={{ title: "Not saved", message: "Please try again." }}
        {...(saved && {
          hidden: { id: saved.id },
          version: { name: "seenVersion", current: saved.version },
        })}
        onDone={(result) => {
          const goTo = afterSaving(result);
          if (goTo) navigate(goTo, { replace: true });
        }}
      >
        {children}
      </CommandForm>
      {saved && (
        <AskFirst
          command={remove}
          hidden={{ id: saved.id, seenVersion: saved.version }}
          opener={{ children: "Delete", className: "w-fit" }}
          title={`Delete “${saved.name}”?`}
          label="Delete"
          button="Delete"
          onDone={() =>
            leaveUnasked(editor.current?.querySelector("form"), () => navigate(list, { replace: true }))
          }
        >
          <p>It goes from the site at once. The audit keeps what it said.</p>
        </AskFirst>
      )}
    </div>
  );
}

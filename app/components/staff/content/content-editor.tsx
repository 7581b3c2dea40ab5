import { useNavigate } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { z } from "zod";
import { type CommandFields, CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { UnsavedGuard } from "#app/components/staff/unsaved-changes.tsx";
import type { CommandDefinition } from "#server/commands/command.ts";
import { type ShownFields, touchedFields } from "#server/core/touched-fields.ts";
import { DeleteButton } from "./delete-button.tsx";

interface ContentEditorProps<Result> {
  /** The form's accessible name. */
  label: string;
  save: CommandDefinition<z.ZodType, Result>;
  remove: CommandDefinition<z.ZodType, unknown>;
  /** None while it is new. */
  saved: { id: number; version: number; name: string } | undefined;
  /** What its fields begin with. */
  shown: ShownFields;
  /** Where the person goes on from here, if anywhere. */
  afterSaving: (result: Result) => string | undefined;
  list: string;
  heading: ReactNode;
  children: (form: CommandFields, isUnsaved: boolean) => ReactNode;
}

/** Writes something of the site, or something new, and deletes it. Nothing that is typed is lost on a refusal. */
export function ContentEditor<Result>(props: ContentEditorProps<Result>) {
  const { label, save, remove, saved, shown, afterSaving, list, heading, children } = props;
  const navigate = useNavigate();
  const [isUnsaved, setUnsaved] = useState(false);
  const [goTo, setGoTo] = useState<string>();
  // After the render in which nothing is unsaved any more, so that nobody is asked about it.
  useEffect(() => {
    if (goTo) navigate(goTo, { replace: true });
  }, [goTo, navigate]);
  const compare = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(currentTarget);
    const picture = typed.get("picture");
    const hasPicture = picture instanceof File && picture.size > 0;
    setUnsaved(hasPicture || touchedFields(shown, typed).length > 0);
  };
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-3">{heading}</header>
      <CommandForm
        command={save}
        label={label}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        keepsTexts
        failure={{ title: "Not saved", message: "Please try again." }}
        {...(saved && {
          hidden: { id: saved.id },
          version: { name: "seenVersion", current: saved.version, shown },
        })}
        onChange={compare}
        onReset={() => setUnsaved(false)}
        onDone={(result) => {
          setUnsaved(false);
          setGoTo(afterSaving(result));
        }}
      >
        {({ field, submit }) => (
          <>
            <UnsavedGuard dirty={isUnsaved && goTo === undefined} />
            {children(
              { field, submit: { ...submit, pending: submit.pending || goTo !== undefined } },
              isUnsaved,
            )}
          </>
        )}
      </CommandForm>
      {saved && (
        <DeleteButton
          command={remove}
          seen={{ id: saved.id, seenVersion: saved.version }}
          name={saved.name}
          onDone={() => setGoTo(list)}
        />
      )}
    </div>
  );
}

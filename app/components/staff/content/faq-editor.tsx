import { Link, useNavigate } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { showDone } from "#app/components/staff/kit/use-command.ts";
import { UnsavedGuard, useDraft } from "#app/components/staff/unsaved-changes.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CheckboxField, SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { contentCommands } from "#server/content/content.schema.ts";
import { faqCategories, type StaffFaqEntry } from "#server/content/content-views.ts";
import { DeleteButton } from "./delete-button.tsx";
import { MarkdownField } from "./markdown-field.tsx";

const LIST = "/admin/content?tab=questions";
const NOT_SAVED = "The question was not saved. Please try again.";

/** Writes a question with its answer, or a new one. Nothing that is typed is lost on a refusal. */
export function FaqEditor({ entry }: { entry: StaffFaqEntry | null }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const [seenVersion, setSeenVersion] = useState(entry?.version);
  const [done, setDone] = useState(false);
  const { typed, set, dirty, begin } = useDraft(textsOf(entry));
  const finish = (command: typeof contentCommands.saveFaqEntry | typeof contentCommands.deleteFaqEntry) => {
    begin(typed);
    setDone(true);
    showDone(command, undefined);
  };
  const save = trpc.content.saveFaqEntry.useMutation({
    onSuccess: () => finish(contentCommands.saveFaqEntry),
    onError: async (error) => {
      showToast({ kind: "error", title: "Not saved", description: serverMessage(error, NOT_SAVED) });
      if (error.data?.reason !== "conflict" || !entry) return;
      const all = await utils.content.faq.fetch(undefined, { staleTime: 0 });
      setSeenVersion(all.find(({ id }) => id === entry.id)?.version);
    },
  });
  const remove = trpc.content.deleteFaqEntry.useMutation({
    onSuccess: () => finish(contentCommands.deleteFaqEntry),
  });
  // After the render in which nothing is unsaved any more, so that the guard lets it pass.
  useEffect(() => {
    if (done && !dirty) navigate(LIST, { replace: true });
  }, [done, dirty, navigate]);

  const seen = entry && seenVersion !== undefined ? { id: entry.id, seenVersion } : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ ...typed, position: Number(typed.position), seen });
  };
  const refused = save.error?.data?.fields;
  const refusal = save.error ?? remove.error;
  return (
    <form onSubmit={submit} aria-label="Question" className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <UnsavedGuard dirty={dirty} />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{entry ? "Edit a question" : "New question"}</h2>
        <Link to={LIST} className="text-sm text-moss underline">
          All questions
        </Link>
      </header>
      {refusal && (
        <Notice tone="error" title={serverMessage(refusal, NOT_SAVED)}>
          {refusal.data?.reason === "conflict" && (
            <p>What you typed is still here. Saving again replaces what is saved by it.</p>
          )}
        </Notice>
      )}
      <SelectField
        label="Category"
        value={typed.category}
        onChange={(event) => {
          const category = faqCategories.find((one) => one === event.currentTarget.value);
          if (category) set({ category });
        }}
        errors={refused?.category}
        options={faqCategories.map((category) => ({ value: category, label: category }))}
      />
      <TextField
        label="Question"
        value={typed.question}
        onChange={(event) => set({ question: event.currentTarget.value })}
        errors={refused?.question}
        maxLength={300}
        required
      />
      <MarkdownField
        label="Answer"
        value={typed.answer}
        onChange={(answer) => set({ answer })}
        errors={refused?.answer}
        rows={8}
      />
      <TextField
        label="Place in the category"
        hint="The lowest comes first."
        type="number"
        min={0}
        max={10_000}
        step={1}
        value={typed.position}
        onChange={(event) => set({ position: event.currentTarget.value })}
        errors={refused?.position}
        className="max-w-56"
        required
      />
      <CheckboxField
        label="Published"
        checked={typed.published}
        onChange={(event) => set({ published: event.currentTarget.checked })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button pending={save.isPending}>Save</Button>
        {seen && (
          <DeleteButton
            name={typed.question}
            pending={remove.isPending}
            onDelete={() => remove.mutate(seen)}
          />
        )}
        <p role="status" className="text-sm text-ink-soft">
          {dirty && "Not saved yet"}
        </p>
      </div>
    </form>
  );
}

function textsOf(entry: StaffFaqEntry | null) {
  const {
    category = faqCategories[0],
    question = "",
    answer = "",
    position = 1,
    published = false,
  } = entry ?? {};
  return { category, question, answer, position: String(position), published };
}

import { useState } from "react";
import { MarkdownText } from "#app/components/content/markdown-text.tsx";
import { useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { TextareaField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButton } from "#app/components/ui/small-actions.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";

interface MarkdownFieldProps {
  label: string;
  /** In the form around it. */
  name: string;
  rows: number;
}

/** Text in Markdown; the preview is made by the renderer of the public pages. */
export function MarkdownField({ label, name, rows }: MarkdownFieldProps) {
  const { defaultValue = "", errors } = useFieldsOfForm()(name);
  const [value, setValue] = useState(defaultValue);
  const preview = trpc.content.preview.useMutation();
  const isCurrent = preview.variables?.markdown === value;
  return (
    <div className="grid gap-3">
      <TextareaField
        label={label}
        name={name}
        hint="Markdown: ## heading, **bold**, *italic*, - list, [words](/products) for a link. HTML is shown as text."
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        errors={errors}
        rows={rows}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SmallButton pending={preview.isPending} onClick={() => preview.mutate({ markdown: value })}>
          Preview {label.toLowerCase()}
        </SmallButton>
        <p role="status" className="text-sm text-ink-soft">
          {preview.data && !isCurrent && "The text has changed since this preview."}
        </p>
      </div>
      {preview.error && (
        <Notice tone="error" title={serverMessage(preview.error, "The preview could not be made.")} />
      )}
      {preview.data && (
        <section
          aria-label={`Preview of the ${label.toLowerCase()}`}
          className="rounded-xl border border-line p-6"
        >
          <MarkdownText html={preview.data.html} />
        </section>
      )}
    </div>
  );
}

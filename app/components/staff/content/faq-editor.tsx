import { Link } from "@remix-run/react";
import { useState } from "react";
import { type CommandFields, NotSavedYet } from "#app/components/staff/kit/command-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CheckboxField, SelectField, TextField } from "#app/components/ui/fields.tsx";
import { contentCommands } from "#server/content/content.schema.ts";
import { faqCategories, type StaffFaqEntry } from "#server/content/content-views.ts";
import { ContentEditor } from "./content-editor.tsx";
import { MarkdownField } from "./markdown-field.tsx";

const LIST = "/admin/content?tab=questions";

export function FaqEditor({ entry }: { entry: StaffFaqEntry | null }) {
  const {
    category = faqCategories[0],
    question = "",
    answer = "",
    position = 1,
    published = false,
  } = entry ?? {};
  const shown = { category, question, answer, position: String(position), published };
  return (
    <ContentEditor
      label="Question"
      save={contentCommands.saveFaqEntry}
      remove={contentCommands.deleteFaqEntry}
      saved={entry ? { ...entry, name: question } : undefined}
      shown={shown}
      afterSaving={() => LIST}
      list={LIST}
      heading={
        <>
          <h2 className="text-xl">{entry ? "Edit a question" : "New question"}</h2>
          <Link to={LIST} className="text-sm text-moss underline">
            All questions
          </Link>
        </>
      }
    >
      {(form) => <FaqFields shown={shown} {...form} />}
    </ContentEditor>
  );
}

interface FaqFieldsProps extends CommandFields {
  shown: { category: string; question: string; answer: string; position: string; published: boolean };
}

function FaqFields({ shown, isUnsaved, field, submit }: FaqFieldsProps) {
  const [answer, setAnswer] = useState(shown.answer);
  return (
    <>
      <SelectField
        label="Category"
        field={field("category", shown.category)}
        options={faqCategories.map((category) => ({ value: category, label: category }))}
      />
      <TextField label="Question" field={field("question", shown.question)} />
      <MarkdownField
        label="Answer"
        name="answer"
        value={answer}
        onChange={setAnswer}
        errors={field("answer").errors}
        rows={8}
      />
      <TextField
        label="Place in the category"
        hint="The lowest comes first."
        field={field("position", shown.position)}
        inputMode="numeric"
        className="max-w-56"
      />
      <CheckboxField label="Published" field={field("published", shown.published)} />
      <div className="flex flex-wrap items-center gap-3">
        <Button {...submit}>Save</Button>
        <NotSavedYet isUnsaved={isUnsaved} />
      </div>
    </>
  );
}

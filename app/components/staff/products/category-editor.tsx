import { useState } from "react";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { productCommands } from "#server/catalogue/product-commands.ts";

interface CategoryEditorProps {
  categories: readonly string[];
  onDone: () => void;
}

/** Categories come and go with their products; here one gets another name, or joins another. */
export function CategoryEditor({ categories, onDone }: CategoryEditorProps) {
  const [typed, setTyped] = useState(new FormData());
  const to = String(typed.get("to") ?? "").trim();
  const joins = categories.includes(to) && to !== typed.get("from");
  return (
    <CommandForm
      command={productCommands.renameCategory}
      label="Rename a category"
      className="grid gap-4 rounded-lg border border-line bg-sunken/40 p-4"
      onChange={({ currentTarget }) => setTyped(new FormData(currentTarget))}
      onDone={onDone}
    >
      {({ field, submit }) => (
        <>
          <h3 className="text-lg">Rename a category</h3>
          <p className="max-w-prose text-[0.9375rem]">
            A new category begins with the first product that is given it, and ends with the last.
          </p>
          <div className="flex flex-wrap items-start gap-4">
            <SelectField
              label="Category"
              field={field("from", categories[0])}
              options={categories.map((category) => ({ value: category, label: category }))}
            />
            <TextField label="New name" field={field("to")} autoComplete="off" />
          </div>
          {joins && <Notice title={`Its products join “${to}”.`} />}
          <div className="flex flex-wrap gap-3">
            <Button {...submit}>Rename</Button>
            <Button type="button" variant="secondary" onClick={onDone}>
              Close
            </Button>
          </div>
        </>
      )}
    </CommandForm>
  );
}

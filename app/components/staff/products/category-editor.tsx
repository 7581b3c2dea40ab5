import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import { showDone } from "../form-texts.ts";

interface CategoryEditorProps {
  categories: readonly string[];
  onDone: () => void;
}

/** Categories come and go with their products; here one gets another name, or joins another. */
export function CategoryEditor({ categories, onDone }: CategoryEditorProps) {
  const [from, setFrom] = useState(categories[0] ?? "");
  const [to, setTo] = useState("");
  const utils = trpc.useUtils();
  const rename = trpc.products.renameCategory.useMutation({
    onSuccess: (result) => {
      void utils.products.invalidate();
      showDone(productCommands.renameCategory, result);
      onDone();
    },
    onError: () => void utils.products.categories.invalidate(),
  });
  const joins = categories.includes(to.trim()) && to.trim() !== from;
  return (
    <form
      aria-labelledby="rename-category"
      onSubmit={(event) => {
        event.preventDefault();
        if (to.trim()) rename.mutate({ from, to });
      }}
      className="grid gap-4 rounded-lg border border-line bg-sunken/40 p-4"
    >
      <h3 id="rename-category" className="text-lg">
        Rename a category
      </h3>
      <p className="max-w-prose text-[0.9375rem]">
        A new category begins with the first product that is given it, and ends with the last.
      </p>
      <div className="flex flex-wrap items-start gap-4">
        <SelectField
          label="Category"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          options={categories.map((category) => ({ value: category, label: category }))}
        />
        <TextField
          label="New name"
          value={to}
          required
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setTo(event.currentTarget.value)}
          errors={rename.error?.data?.fields?.to}
        />
      </div>
      {joins && <Notice title={`Its products join “${to.trim()}”.`} />}
      {rename.error && (
        <Notice tone="error" title={serverMessage(rename.error, "The category was not renamed.")} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button pending={rename.isPending}>Rename</Button>
        <Button type="button" variant="secondary" onClick={onDone}>
          Close
        </Button>
      </div>
    </form>
  );
}

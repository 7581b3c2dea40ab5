import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TextField } from "#app/components/ui/fields.tsx";
import { useCheckedForm } from "./checked-form.tsx";

function Form({ error }: { error: Record<string, string[]> }) {
  const [, { name, email, code }] = useCheckedForm<"name" | "email" | "code", unknown>({
    rules: { name: {}, email: {}, code: {} },
    fetchSchema: async () => Promise.reject(new Error("not before somebody types")),
    lastResult: { status: "error", error },
  });
  return (
    <>
      <TextField label="Name" field={name} />
      <TextField label="Email" field={email} />
      <TextField label="Code" field={code} />
    </>
  );
}

it("gives the focus to the first field that is wrong, and to no other, before any script runs", () => {
  const html = renderToStaticMarkup(<Form error={{ code: ["Wrong code"], email: ["No address"] }} />);
  expect(html.match(/<input[^>]*autofocus[^>]*>/gi)).toEqual([expect.stringContaining('name="email"')]);
  expect(renderToStaticMarkup(<Form error={{}} />)).not.toMatch(/autofocus/i);
});

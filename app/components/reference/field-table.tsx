import type { ReferenceField } from "#server/rest/reference.ts";

interface FieldTableProps {
  caption: string;
  fields: readonly ReferenceField[];
  /** What to say of a field that cannot be missing. */
  always?: string;
}

/** Breaks long words instead of scrolling, so that it needs no keyboard stop of its own. */
export function FieldTable({ caption, fields, always = "needed" }: FieldTableProps) {
  return (
    <table className="mt-5 w-full table-fixed border-collapse text-left text-sm">
      <caption className="pb-2 text-left font-medium">{caption}</caption>
      <thead>
        <tr className="border-b border-line-strong">
          <th scope="col" className="w-[34%] py-1.5 pr-3 font-semibold">
            Name
          </th>
          <th scope="col" className="w-[30%] py-1.5 pr-3 font-semibold">
            Kind
          </th>
          <th scope="col" className="py-1.5 font-semibold">
            Meaning
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, words, shape, required, description }) => (
          <tr key={name} className="border-b border-line align-top">
            <th scope="row" className="wrap-anywhere py-2 pr-3 font-normal">
              <code className="text-[0.8125rem]">{name}</code>
              {required && <span className="block text-xs text-ink-soft">{always}</span>}
            </th>
            <td className="wrap-anywhere py-2 pr-3">
              {shape ? (
                <a href={`#shape-${shape}`} className="underline">
                  {words}
                </a>
              ) : (
                words
              )}
            </td>
            <td className="wrap-anywhere py-2 text-ink-soft">{description.replaceAll("`", "")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

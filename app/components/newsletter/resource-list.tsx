import { FileDown } from "lucide-react";
import { resources } from "#server/content/resources/resources.ts";

/** The five papers, each opened in a new tab. */
export function ResourceList() {
  return (
    <ul className="divide-y divide-line">
      {resources.map(({ id, title, description, filename, path }) => (
        <li key={id} className="py-3">
          <a
            href={path}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-8 items-center gap-2 font-medium text-moss underline"
            title={filename}
          >
            <FileDown aria-hidden className="size-4 shrink-0" /> {title}
            <span className="sr-only"> (PDF, opens in a new tab)</span>
          </a>
          <p className="text-sm text-ink-soft">{description}</p>
        </li>
      ))}
    </ul>
  );
}

import type { ReactNode } from "react";
import { Picture } from "#app/components/ui/picture.tsx";
import type { ContentPicture } from "../content-page.ts";

interface PageHeadProps {
  /** A few words above the title. */
  eyebrow: string;
  title: string;
  lead: string;
  picture?: ContentPicture;
  /** What a reader may do first. */
  children?: ReactNode;
}

/** Title on the left, what the page is about on the right, and a wide picture below. */
export function PageHead({ eyebrow, title, lead, picture, children }: PageHeadProps) {
  return (
    <header className="frame pt-10 lg:pt-16">
      <div className="grid items-end gap-x-16 gap-y-5 lg:grid-cols-[6fr_6fr]">
        <div>
          <p className="text-sm font-medium text-moss">{eyebrow}</p>
          <h1 className="mt-3 text-title">{title}</h1>
        </div>
        <div>
          <p className="max-w-2xl text-xl text-ink-soft">{lead}</p>
          {children && <div className="mt-6 flex flex-wrap gap-3">{children}</div>}
        </div>
      </div>
      {picture && (
        <Picture
          {...picture}
          priority
          sizes="(min-width: 80rem) 75rem, calc(100vw - 2rem)"
          className="mt-10 aspect-video w-full rounded-2xl object-cover sm:aspect-21/9 lg:mt-12"
        />
      )}
    </header>
  );
}

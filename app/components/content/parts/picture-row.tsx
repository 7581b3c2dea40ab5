import type { ReactNode } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { Picture } from "#app/components/ui/picture.tsx";
import type { ContentPicture } from "../content-page.ts";

interface PictureRowProps {
  picture: ContentPicture;
  heading: string;
  id?: string;
  /** The picture stands on the right where there is room. */
  pictureRight?: boolean;
  children: ReactNode;
}

/** A picture beside what is said of it. */
export function PictureRow({ picture, heading, id, pictureRight, children }: PictureRowProps) {
  return (
    <section id={id} className="frame grid items-center gap-x-16 gap-y-6 py-10 md:grid-cols-2 lg:py-14">
      <Picture
        {...picture}
        sizes="(min-width: 80rem) 36rem, (min-width: 48rem) 45vw, calc(100vw - 2rem)"
        // A product stands in the lower part of its square picture.
        className={classNames(
          "aspect-6/5 w-full rounded-2xl object-cover object-[50%_95%]",
          pictureRight && "md:order-last",
        )}
      />
      <div>
        <h2 className="text-section">{heading}</h2>
        <div className="prose mt-4 text-ink-soft [&_:is(h3,strong)]:text-ink">{children}</div>
      </div>
    </section>
  );
}

import type { HTMLAttributes } from "react";
import { classNames } from "./class-names.ts";

/** A raised sheet on the page's background. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={classNames("rounded-xl border border-line bg-surface p-6", className)} />;
}

import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type NoticeTone = "success" | "error" | "info";

const tones: Record<NoticeTone, string> = {
  success: "border-moss bg-moss-soft",
  error: "border-clay bg-clay-soft",
  info: "border-line-strong bg-sunken",
};

interface NoticeProps {
  tone?: NoticeTone;
  title: ReactNode;
  children?: ReactNode;
  className?: string;
}

/** A message in the page. A screen reader announces errors at once and other messages when it is idle. */
export function Notice({ tone = "info", title, children, className }: NoticeProps) {
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={classNames("rounded-lg border-l-4 px-4 py-3", tones[tone], className)}
    >
      <p className="font-semibold">{title}</p>
      {children && <div className="mt-1 text-[0.9375rem]">{children}</div>}
    </div>
  );
}

import { Download } from "lucide-react";
import { buttonClass } from "#app/components/ui/button.tsx";

/** A file of what a list shows, page after page; a plain link, so that the browser saves it while it comes. */
export function DownloadCsv({ href, label = "Download CSV" }: { href: string; label?: string }) {
  return (
    <a href={href} download className={buttonClass({ variant: "secondary", size: "small" })}>
      <Download aria-hidden className="size-4" /> {label}
    </a>
  );
}

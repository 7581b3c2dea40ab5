import { Download } from "lucide-react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { useMay } from "#app/lib/use-may.ts";
import type { Capability } from "#server/access/capabilities.ts";

interface DownloadCsvProps {
  /** What it takes to have the file. */
  may: Capability;
  href: string;
  label?: string;
}

/** A file of what a list shows, page after page; a plain link, so that the browser saves it while it comes. */
export function DownloadCsv({ may, href, label = "Download CSV" }: DownloadCsvProps) {
  if (!useMay(may)) return null;
  return (
    <a href={href} download className={buttonClass({ variant: "secondary", size: "small" })}>
      <Download aria-hidden className="size-4" /> {label}
    </a>
  );
}

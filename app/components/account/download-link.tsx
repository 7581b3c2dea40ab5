import { type MouseEvent, type ReactNode, useState } from "react";
import { buttonClass, Spinner } from "#app/components/ui/button.tsx";
import { HttpError, successful } from "#app/lib/forms/http-error.ts";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { useShownWhilePending } from "#app/lib/use-delayed.ts";

interface DownloadLinkProps {
  href: string;
  variant?: NonNullable<Parameters<typeof buttonClass>[0]>["variant"];
  children: ReactNode;
}

/**
 * Downloads a file that only the signed-in person may have. Without JavaScript it is a plain link. With it, toasts
 * report the start or the failure, so that an error is not a page of JSON.
 */
export function DownloadLink({ href, variant, children }: DownloadLinkProps) {
  const [loading, setLoading] = useState(false);
  const shown = useShownWhilePending(loading);

  const download = async (event: MouseEvent) => {
    event.preventDefault();
    if (loading) return;
    setLoading(true);
    try {
      const response = await successful(await fetch(href));
      save(await response.blob(), fileNameOf(response));
      showToast({ kind: "success", title: "Download Started" });
    } catch (error) {
      console.error(error);
      const reason = error instanceof HttpError ? error.serverMessage : undefined;
      showToast({ kind: "error", title: "Download Failed", description: reason ?? "Please try again." });
    } finally {
      setLoading(false);
    }
  };

  return (
    <a
      href={href}
      download
      onClick={download}
      aria-busy={loading || undefined}
      className={buttonClass({ variant })}
    >
      {shown && <Spinner className="size-4" />}
      <span className="contents">{children}</span>
    </a>
  );
}

function fileNameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "download";
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

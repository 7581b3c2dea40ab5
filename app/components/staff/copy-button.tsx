import { Copy } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";

export function CopyButton({ text, what }: { text: string; what: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ kind: "success", title: `Copied: ${what}` });
    } catch {
      showToast({ kind: "error", title: "The browser did not allow copying", description: text });
    }
  };
  return (
    <Button
      type="button"
      variant="quiet"
      size="small"
      className="-my-1 min-h-6! px-2 align-middle"
      aria-label={`Copy ${what}`}
      onClick={() => void copy()}
    >
      <Copy aria-hidden className="size-4" />
    </Button>
  );
}

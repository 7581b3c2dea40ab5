import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";
import { showDone } from "../form-texts.ts";

/** Takes a product out of the shop, after asking, or puts it back. */
export function ArchiveButton({ product }: { product: StaffProduct }) {
  const [asking, setAsking] = useState(false);
  const hydrated = useHydrated();
  const utils = trpc.useUtils();
  const then = (command: typeof productCommands.archive | typeof productCommands.restore) => ({
    onSuccess: () => {
      setAsking(false);
      void utils.products.invalidate();
      showDone(command, undefined);
    },
  });
  const archive = trpc.products.archive.useMutation(then(productCommands.archive));
  const restore = trpc.products.restore.useMutation(then(productCommands.restore));
  const change = product.isArchived ? restore : archive;
  const seen = { id: product.id, seenVersion: product.version };
  return (
    <>
      <Button
        type="button"
        variant="quiet"
        size="small"
        className={hydrated ? undefined : "invisible"}
        pending={restore.isPending}
        onClick={() => (product.isArchived ? restore.mutate(seen) : setAsking(true))}
      >
        <span>{product.isArchived ? "Restore" : "Archive"}</span>{" "}
        <span className="sr-only">{product.name}</span>
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={`Archive “${product.name}”?`}>
        <p>
          It goes from the shop, and carts that hold it say that it is no longer sold. Its orders stay, and it
          can be restored at any time.
        </p>
        {change.error && (
          <Notice tone="error" title="The product was not archived" className="mt-4">
            {serverMessage(change.error, "Please try again.")}
          </Notice>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button
            type="button"
            variant="danger"
            pending={archive.isPending}
            onClick={() => archive.mutate(seen)}
          >
            Archive product
          </Button>
          <Button type="button" variant="secondary" onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </>
  );
}

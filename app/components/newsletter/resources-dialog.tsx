import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ResourceList } from "./resource-list.tsx";

/** Opens once the address is verified. */
export function ResourcesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Knowledge Resources">
      <p>Thank you, your address is confirmed. These papers are yours to read and keep:</p>
      <ResourceList />
      <Button type="button" variant="secondary" className="mt-4" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  );
}

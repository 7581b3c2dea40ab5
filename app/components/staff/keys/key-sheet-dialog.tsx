import { Dialog } from "#app/components/ui/dialog.tsx";
import { KeySheet } from "./key-sheet.tsx";

interface KeySheetDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The sheet of keys over whatever is open. */
export default function KeySheetDialog({ open, onClose }: KeySheetDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      {open && <KeySheet headingLevel="h3" />}
    </Dialog>
  );
}

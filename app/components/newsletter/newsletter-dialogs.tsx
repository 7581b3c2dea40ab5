import { ResourcesDialog } from "./resources-dialog.tsx";
import { VerificationDialog } from "./verification-dialog.tsx";

export type NewsletterStep = "none" | "verify" | "resources";

interface NewsletterDialogsProps {
  step: NewsletterStep;
  email: string;
  /** A dialog that gives way to the next one closes too: it names itself, and only the open one ends the flow. */
  onLeave: (left: NewsletterStep) => void;
  onVerified: () => void;
}

/** What follows the email field; fetched when an address was sent. */
export default function NewsletterDialogs({ step, email, onLeave, onVerified }: NewsletterDialogsProps) {
  return (
    <>
      <VerificationDialog
        key={email}
        open={step === "verify"}
        email={email}
        onClose={() => onLeave("verify")}
        onVerified={onVerified}
      />
      <ResourcesDialog open={step === "resources"} onClose={() => onLeave("resources")} />
    </>
  );
}

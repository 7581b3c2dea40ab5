import { useFetcher } from "@remix-run/react";
import { FileDown } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { VERIFICATION_DELAY_MS } from "#app/lib/messages.ts";
import { resources } from "#server/content/content-views.ts";
import type { NewsletterReply } from "#server/newsletter/subscriber.ts";

/** The code on screen, only where no mail server is set up (docs/rules.md#newsletter-3). */
export function ShownCode({ code }: { code: string | null }) {
  if (code === null) return null;
  return (
    <Notice title="Demonstration: this shop sends no email yet.">
      Your code is <strong className="tabular-nums">{code}</strong>.
    </Notice>
  );
}

interface VerificationDialogProps {
  open: boolean;
  email: string;
  onClose: () => void;
  onVerified: () => void;
}

/** Two steps: 'Send Verification Email', then the code that was mailed. */
function VerificationDialog({ open, email, onClose, onVerified }: VerificationDialogProps) {
  const form = useFetcher<NewsletterReply>();
  const pending = form.state !== "idle";
  const reply = pending ? undefined : form.data;
  return (
    <Dialog open={open} onClose={onClose} title="Verify Your Email">
      {reply?.ok ? (
        <CodeForm {...{ open, email, onClose, onVerified }} shownCode={reply.shownCode} />
      ) : (
        <form.Form method="post" action="/newsletter" className="grid gap-4">
          <p className="wrap-anywhere">
            To confirm that {email} is yours, we send a 6-digit code and a link to it.
          </p>
          <input type="hidden" name="intent" value="send" />
          <input type="hidden" name="email" value={email} />
          {reply?.ok === false && <Notice tone="error" title={reply.message} />}
          <div className="flex flex-wrap gap-3">
            <Button pending={pending}>Send Verification Email</Button>
            <Button type="button" variant="secondary" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </form.Form>
      )}
    </Dialog>
  );
}

interface CodeFormProps extends VerificationDialogProps {
  shownCode: string | null;
}

function CodeForm({ open, email, shownCode, onClose, onVerified }: CodeFormProps) {
  const form = useFetcher<NewsletterReply>();
  const pending = form.state !== "idle";
  const reply = pending ? undefined : form.data;
  const [code, setCode] = useState("");
  const [waiting, setWaiting] = useState<FormData | null>(null);
  const verifying = waiting !== null || pending;

  // `reply` is new with each answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller's function is new with each render
  useEffect(() => {
    if (reply?.ok) onVerified();
  }, [reply]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the fetcher is new with each render
  useEffect(() => {
    if (waiting === null) return;
    // Whoever closes the dialog meanwhile confirms nothing.
    if (!open) return setWaiting(null);
    const timer = setTimeout(() => {
      setWaiting(null);
      form.submit(waiting, { method: "post", action: "/newsletter" });
    }, VERIFICATION_DELAY_MS);
    return () => clearTimeout(timer);
  }, [waiting, open]);

  const verify = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setWaiting(new FormData(event.currentTarget));
  };

  const wrong = !verifying && reply?.ok === false;
  return (
    <form onSubmit={verify} className="grid gap-4">
      <p className="wrap-anywhere">We have sent a code to {email}. It works for 30 minutes.</p>
      <ShownCode code={shownCode} />
      <input type="hidden" name="intent" value="verify" />
      <input type="hidden" name="email" value={email} />
      <label className="grid gap-1 font-medium">
        Verification code
        <input
          name="code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          placeholder="Enter 6-digit code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={50}
          aria-invalid={wrong || undefined}
          aria-describedby="newsletter-code-error"
          className="field-edge min-h-11 w-full px-3 py-2 font-normal"
        />
      </label>
      <p id="newsletter-code-error" role="alert" className="text-sm font-medium text-clay empty:hidden">
        {wrong ? reply.message : null}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button pending={verifying} pendingLabel="Verifying..." disabled={code.trim() === ""}>
          Verify
        </Button>
        <Button type="button" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The five papers, each opening in a new tab. */
export function ResourceList() {
  return (
    <ul className="divide-y divide-line">
      {resources.map(({ id, title, description, filename, path }) => (
        <li key={id} className="py-3">
          <a
            href={path}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-8 items-center gap-2 font-medium text-moss underline"
            title={filename}
          >
            <FileDown aria-hidden className="size-4 shrink-0" /> {title}
            <span className="sr-only"> (PDF, opens in a new tab)</span>
          </a>
          <p className="text-sm text-ink-soft">{description}</p>
        </li>
      ))}
    </ul>
  );
}

/** Opens once the address is verified. */
function ResourcesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
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

export type NewsletterStep = "none" | "verify" | "resources";

interface NewsletterDialogsProps {
  step: NewsletterStep;
  email: string;
  /** A dialog also closes when the next one replaces it. Each names itself, and only the open one ends the flow. */
  onLeave: (left: NewsletterStep) => void;
  onVerified: () => void;
}

/** The steps after the email field, loaded when an address was sent. */
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

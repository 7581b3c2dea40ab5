import type { ReactNode } from "react";
import { useEffect } from "react";
import { Card } from "#app/components/ui/card.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import type { SignInDoor } from "#server/identity/sessions/sign-in-doors.ts";
import { DemoSignInHint } from "./demo-sign-in-hint.tsx";
import { SignedInNotice } from "./signed-in-notice.tsx";

interface SignInFrameProps {
  title: string;
  intro: string;
  /** Why the last attempt was refused; a toast as well, which goes while this stays. */
  refusal: { title: string; message: string } | null | undefined;
  /** The door whose demo sign-ins are named, where there are any. */
  demo: SignInDoor | null;
  children: ReactNode;
}

/** The narrow card that both sign-in screens share. */
export function SignInFrame({ title, intro, refusal, demo, children }: SignInFrameProps) {
  useEffect(() => {
    if (refusal) showToast({ kind: "error", title: refusal.title, description: refusal.message });
  }, [refusal]);

  return (
    <div className="frame grid justify-items-center py-12 sm:py-20">
      <div className="grid w-full max-w-md gap-6">
        <header>
          <h1 className="text-3xl">{title}</h1>
          <p className="mt-2 text-ink-soft">{intro}</p>
        </header>
        <SignedInNotice />
        <Card className="grid gap-5">
          {refusal && (
            // biome-ignore lint/a11y/noAutofocus: the page comes back to its refusal (docs/rules.md#messages-3)
            <div tabIndex={-1} autoFocus className="outline-none">
              <Notice tone="error" title={refusal.title}>
                {refusal.message}
              </Notice>
            </div>
          )}
          {children}
        </Card>
        {demo && <DemoSignInHint door={demo} />}
      </div>
    </div>
  );
}

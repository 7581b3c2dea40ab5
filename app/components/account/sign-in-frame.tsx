import { Link, useSearchParams } from "@remix-run/react";
import { KeyRound } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { offerPasskeys, signInWithPasskey } from "#app/lib/passkey-steps.ts";
import { useRootData } from "#app/lib/root-data.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { Audience } from "#server/accounts/audience.ts";
import { DEMO_PASSWORD, demoSignIns } from "#server/accounts/demo-sign-ins.ts";
import { isStaff, isStaffRole, roleDisplayName } from "#server/core/roles.ts";
import { FormErrorNotice, NarrowPage } from "./account-notices.tsx";
import { SignOutForm } from "./sign-out-form.tsx";

interface SignInFrameProps {
  title: string;
  intro: string;
  /** Why the last attempt was refused. */
  error: { title: string; message: string } | null | undefined;
  /** The audience whose demo sign-ins are listed, where there are any. */
  demo: Audience | null;
  children: ReactNode;
}

/** The narrow card that both sign-in screens share. */
export function SignInFrame({ title, intro, error, demo, children }: SignInFrameProps) {
  return (
    <NarrowPage
      title={title}
      intro={intro}
      above={<SignedInNotice />}
      footer={demo && <DemoSignInHint audience={demo} />}
    >
      <FormErrorNotice error={error} />
      {children}
    </NarrowPage>
  );
}

/** The demo sign-ins of this audience, shown only where the demo data is loaded. */
function DemoSignInHint({ audience }: { audience: Audience }) {
  const people = demoSignIns.filter(({ role }) => audience === "customer" || isStaff(role));
  return (
    <aside aria-label="Demo sign-ins" className="rounded-lg bg-sunken px-4 py-3 text-sm text-ink-soft">
      <p>
        Demo shop. Password <code className="text-ink">{DEMO_PASSWORD}</code> for:
      </p>
      <ul className="mt-1">
        {people.map(({ username, email, role }) => (
          <li key={username}>
            <code className="text-ink">{audience === "staff" ? email : username}</code> ·{" "}
            {roleDisplayName(role)}
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** Says on a sign-in screen who is already signed in, and links onward. */
function SignedInNotice() {
  const actor = useRootData()?.actor;
  if (!actor?.signedIn || actor.role === null) return null;
  const staff = isStaffRole(actor.role);
  return (
    <Notice title={`You are signed in as ${actor.name} (${roleDisplayName(actor.role)}).`}>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Link to={staff ? "/admin" : "/account"} className="underline">
          {staff ? "Admin Dashboard" : "Your account"}
        </Link>
        <SignOutForm />
      </div>
    </Notice>
  );
}

/**
 * Signs in with a passkey, by the button or by the browser's autofill of the name field, which needs
 * `autocomplete="username webauthn"`. It appears once JavaScript runs, which passkeys need.
 */
export function PasskeySignIn({ audience }: { audience: Audience }) {
  const [params] = useSearchParams();
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const next = params.get("next");
  // Start the autofill again: the button took over the device's prompt.
  useEffect(() => {
    if (isAsking || !("PublicKeyCredential" in window)) return;
    const ended = new AbortController();
    void offerPasskeys(audience, next, ended.signal)
      .catch(() => undefined)
      .then((message) => {
        if (message && !ended.signal.aborted) setError(message.message);
      });
    return () => ended.abort();
  }, [audience, next, isAsking]);
  if (!useHydrated() || !("PublicKeyCredential" in window)) return null;
  const signIn = async () => {
    setIsAsking(true);
    setError(null);
    const { message } = await signInWithPasskey(audience, next);
    setError(message);
    setIsAsking(false);
  };
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {error && (
        <Notice tone="error" title="You are not signed in">
          {error}
        </Notice>
      )}
      <Button
        type="button"
        variant="secondary"
        pending={isAsking}
        pendingLabel="Waiting for your device..."
        onClick={() => void signIn()}
      >
        <KeyRound aria-hidden className="size-4" /> Sign in with a passkey
      </Button>
    </div>
  );
}

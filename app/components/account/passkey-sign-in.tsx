import { useSearchParams } from "@remix-run/react";
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { offerPasskeys, signInWithPasskey } from "#app/lib/passkey-steps.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { Audience } from "#server/accounts/audience.ts";

/**
 * Signs in with a passkey, by the button or by the browser's autofill of the name field, which needs
 * `autocomplete="username webauthn"`. It appears once JavaScript runs, which passkeys need.
 */
export function PasskeySignIn({ audience }: { audience: Audience }) {
  const [params] = useSearchParams();
  const [isAsking, setIsAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const next = params.get("next");
  // Start the autofill again: the button took over the device's prompt.
  useEffect(() => {
    if (isAsking || !("PublicKeyCredential" in window)) return;
    const ended = new AbortController();
    void offerPasskeys(audience, next, ended.signal)
      .catch(() => undefined)
      .then((refused) => {
        if (refused && !ended.signal.aborted) setRefusal(refused.message);
      });
    return () => ended.abort();
  }, [audience, next, isAsking]);
  if (!useHydrated() || !("PublicKeyCredential" in window)) return null;
  const signIn = async () => {
    setIsAsking(true);
    setRefusal(null);
    const { message } = await signInWithPasskey(audience, next);
    setRefusal(message);
    setIsAsking(false);
  };
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {refusal && (
        <Notice tone="error" title="You are not signed in">
          {refusal}
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

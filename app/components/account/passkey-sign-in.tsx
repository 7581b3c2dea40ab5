import { useSearchParams } from "@remix-run/react";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { signInWithPasskey } from "#app/lib/passkey-steps.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { SignInDoor } from "#server/identity/sign-in-doors.ts";

/** Signs in by a device's finger, face or PIN. There once JavaScript is, which passkeys need. */
export function PasskeySignIn({ door }: { door: SignInDoor }) {
  const [params] = useSearchParams();
  const [isAsking, setIsAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!useHydrated() || !("PublicKeyCredential" in window)) return null;
  const signIn = async () => {
    setIsAsking(true);
    setRefusal(null);
    const { message } = await signInWithPasskey(door, params.get("next"));
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

import { useEffect } from "react";
import {
  forgetStoredUser,
  forgetUserOfEndedSession,
  storeUser,
  takeCounterOver,
} from "#app/lib/stored-user.ts";

interface DisplayAliasProps {
  actor: { name: string | null; role: string | null };
}

/**
 * Keeps the stored user in step with the session (docs/rules.md#accounts-9): present with role "admin" while an
 * administrator is signed in, removed when that session ends or another person signs in. It decides only what the
 * header shows, never what is allowed. The counter's session ends with it.
 */
export function DisplayAlias({ actor }: DisplayAliasProps) {
  const { name, role } = actor;
  useEffect(() => {
    if (role === "administrator") storeUser({ name: name ?? "", role: "admin" });
    else if (role) forgetStoredUser();
    else forgetUserOfEndedSession();
    // What the counter without signal holds of customers goes with the session; it sees to it itself where this fails.
    if (takeCounterOver({ name, role })) {
      import("#app/components/staff/counter/counter-store.ts")
        .then(({ endSession }) => endSession())
        .catch(() => {});
    }
  }, [name, role]);
  return null;
}

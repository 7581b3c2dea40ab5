import { useEffect } from "react";
import { takeCounterOver } from "#app/lib/counter-mark.ts";
import { forgetStoredUser, forgetUserOfEndedSession, storeUser } from "#app/lib/stored-user.ts";

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
    if (takeCounterOver({ name, role })) void endCounter();
  }, [name, role]);
  return null;
}

/** What the counter without signal holds of customers goes with the session; without an answer it sees to it itself. */
async function endCounter(): Promise<void> {
  try {
    const { CounterStore } = await import("#app/components/staff/counter/counter-store.ts");
    await (await CounterStore.open()).endSession();
  } catch (error) {
    console.warn("The counter ends its session when it is opened next", error);
  }
}

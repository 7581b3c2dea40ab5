import { DEMO_PASSWORD, demoSignIns } from "#server/accounts/demo-sign-ins.ts";
import type { Environment } from "#server/core/env.server.ts";
import { isStaff, roleDisplayName } from "#server/core/roles.ts";

/** The address to open in a browser on this machine. */
export function shopAddress({ HOST, PORT }: Pick<Environment, "HOST" | "PORT">): string {
  const everywhere = HOST === "0.0.0.0" || HOST === "::";
  const host = everywhere ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}

/** The sign-ins of the demo data, for the terminal. */
export function demoSignInsText(address: string): string {
  const lines = demoSignIns.map(({ username, email, role }) => {
    const loginPath = isStaff(role) ? "/admin/login" : "/login";
    const name = roleDisplayName(role).toLowerCase();
    return `  ${username.padEnd(8)}  ${email.padEnd(20)}  ${name.padEnd(13)}  ${address}${loginPath}`;
  });
  return [`Demo sign-ins, all with the password ${DEMO_PASSWORD}:`, ...lines].join("\n");
}

/** Why the shop cannot start, in one sentence that a person can act on; printed without a stack. */
export class StartError extends Error {}

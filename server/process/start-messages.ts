import type { Environment } from "#server/core/env.server.ts";

/** The address to open in a browser on this machine. */
export function shopAddress({ HOST, PORT }: Pick<Environment, "HOST" | "PORT">): string {
  const everywhere = HOST === "0.0.0.0" || HOST === "::";
  const host = everywhere ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}

/** The sign-ins of the demo data (db/seed/demo.ts), for the terminal. */
export function demoSignIns(address: string): string {
  return [
    "Demo sign-ins, all with the password biochar-demo:",
    `  admin     admin@example.com     administrator  ${address}/admin/login`,
    `  manager   manager@example.com   shop manager   ${address}/admin/login`,
    `  customer  customer@example.com  customer       ${address}/login`,
  ].join("\n");
}

/** Why the shop cannot start, in one sentence that a person can act on; printed without a stack. */
export class StartError extends Error {}

import { readEnvironment, wantsDemoData } from "#server/core/env.server.ts";

/** Whether sign-in screens may name the demo sign-ins: where the demo data is, and never where real money moves. */
export function showDemoSignIns(): boolean {
  return wantsDemoData(readEnvironment());
}

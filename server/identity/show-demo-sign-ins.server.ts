import { isLive, readEnvironment } from "#server/core/env.server.ts";

/** Whether sign-in screens may name the demo sign-ins: where the demo data is, and never where real money moves. */
export function showDemoSignIns(): boolean {
  const environment = readEnvironment();
  const wanted = environment.DEMO_DATA ?? (environment.EMBEDDED_DATABASE ? "on" : "off");
  return wanted === "on" && !isLive(environment);
}

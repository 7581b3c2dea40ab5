import { DEMO_PASSWORD } from "#server/identity/demo-sign-ins.ts";

/** The cookies of the demo's administrator, signed in. @throws Error where the demo sign-ins do not work */
export async function cookieOfStaff(shopUrl: string): Promise<string> {
  const response = await fetch(`${shopUrl}/api/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "admin@example.com", password: DEMO_PASSWORD }),
  });
  if (response.status !== 200) throw new Error("The demo administrator cannot sign in to this database.");
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

import { DEMO_PASSWORD } from "#server/identity/demo-sign-ins.ts";

/** The cookies of the demo's customer, signed in and with two of the first product in the cart. */
export async function cookieOfShopper(shopUrl: string): Promise<string> {
  const cookie = await signIn(`${shopUrl}/api/auth/login`, { username: "customer" });
  const products: { id: number }[] = await (await fetch(`${shopUrl}/api/products`)).json();
  const body = new URLSearchParams({ intent: "add", productId: String(products[0]?.id), quantity: "2" });
  const headers = { accept: "text/html", cookie };
  const filled = await fetch(`${shopUrl}/cart`, { method: "POST", redirect: "manual", headers, body });
  // The message for the next page is shown once, and forgotten.
  const cart = cookiesOf(filled).filter((each) => !/^(__Host-)?notice=/.test(each));
  return [cookie, ...cart].join("; ");
}

/** The cookies of the demo's administrator, signed in. */
export function cookieOfStaff(shopUrl: string): Promise<string> {
  return signIn(`${shopUrl}/api/admin/login`, { email: "admin@example.com" });
}

async function signIn(url: string, who: Record<string, string>): Promise<string> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ ...who, password: DEMO_PASSWORD });
  const response = await fetch(url, { method: "POST", headers, body });
  if (response.status !== 200) throw new Error("The demo sign-ins do not work in this shop.");
  return cookiesOf(response).join("; ");
}

function cookiesOf(response: Response): string[] {
  return response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");
}

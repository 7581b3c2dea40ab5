import { DEMO_PASSWORD } from "#server/identity/demo-sign-ins.ts";
import { Caller } from "../support/caller.ts";

/** The cookies of the demo's customer, signed in and with two of the first product in the cart. */
export async function cookieOfShopper(shopUrl: string): Promise<string> {
  const caller = await signIn(shopUrl, "/api/auth/login", { username: "customer" });
  const products: { id: number }[] = JSON.parse((await caller.get("/api/products")).text);
  await caller.post("/cart", { form: { intent: "add", productId: String(products[0]?.id), quantity: "2" } });
  return caller.cookie;
}

/** The cookies of the demo's administrator, signed in. */
export async function cookieOfStaff(shopUrl: string): Promise<string> {
  return (await signIn(shopUrl, "/api/admin/login", { email: "admin@example.com" })).cookie;
}

async function signIn(shopUrl: string, path: string, who: Record<string, string>): Promise<Caller> {
  const caller = new Caller(shopUrl);
  const { status } = await caller.post(path, { json: { ...who, password: DEMO_PASSWORD } });
  if (status !== 200) throw new Error("The demo sign-ins do not work in this shop.");
  return caller;
}

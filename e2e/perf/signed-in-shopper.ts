import { DEMO_PASSWORD } from "#server/identity/demo-sign-ins.ts";

/** The cookies of a customer, the demo's by default, signed in and with two of the first product in the cart. */
export async function cookieOfShopper(
  shopUrl: string,
  customer = { username: "customer", password: DEMO_PASSWORD },
): Promise<string> {
  const cookies: string[] = [];
  const post = async (path: string, headers: Record<string, string>, body: string) => {
    const response = await fetch(shopUrl + path, {
      method: "POST",
      redirect: "manual",
      headers: { ...headers, cookie: cookies.join("; ") },
      body,
    });
    if (response.status >= 400)
      throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
    for (const cookie of response.headers.getSetCookie()) cookies.push(cookie.split(";", 1)[0] ?? "");
  };
  await post("/api/auth/login", { "content-type": "application/json" }, JSON.stringify(customer));
  const products: { id: number }[] = await (await fetch(`${shopUrl}/api/products`)).json();
  const add = new URLSearchParams({ intent: "add", productId: String(products[0]?.id), quantity: "2" });
  const form = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
  await post("/cart", form, add.toString());
  // The message for the next page is shown once, and forgotten.
  return cookies.filter((cookie) => !/^(__Host-)?notice=/.test(cookie)).join("; ");
}

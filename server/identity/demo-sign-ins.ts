import type { Role } from "#server/access/roles.ts";

/** The people of the demo data; anybody on this machine may sign in as them. */
export interface DemoSignIn {
  username: string;
  email: string;
  name: string;
  role: Role;
}

/** The password of all of them. Everybody knows it: no sign-in accepts it where others reach the shop. */
export const DEMO_PASSWORD = "biochar-demo";

/** How the payments of the demo data's orders begin, and the first of them. */
export const DEMO_PAYMENT = "pi_demo_";
export const FIRST_DEMO_PAYMENT = `${DEMO_PAYMENT}000001`;

export const demoSignIns: readonly DemoSignIn[] = [
  { username: "admin", email: "admin@example.com", name: "Ada Admin", role: "administrator" },
  { username: "manager", email: "manager@example.com", name: "Morgan Manager", role: "shop_manager" },
  { username: "customer", email: "customer@example.com", name: "Casey Customer", role: "customer" },
  { username: "packer", email: "packer@example.com", name: "Perry Packer", role: "packer" },
];

/** Whether an account is one of them: a demo account whose address was changed still goes by its name. */
export function isDemoSignIn({ username, email }: Pick<DemoSignIn, "username" | "email">): boolean {
  return demoSignIns.some(
    (demo) => demo.email === email.toLowerCase() || demo.username === username.toLowerCase(),
  );
}

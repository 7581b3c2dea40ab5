import type { Role } from "#server/access/roles.ts";

/** The people of the demo data whom anybody may sign in as, on one's own machine. */
export interface DemoSignIn {
  username: string;
  email: string;
  name: string;
  role: Role;
}

/** The password of all of them; they exist only where demo data was asked for. */
export const DEMO_PASSWORD = "biochar-demo";

export const demoSignIns: readonly DemoSignIn[] = [
  { username: "admin", email: "admin@example.com", name: "Ada Admin", role: "administrator" },
  { username: "manager", email: "manager@example.com", name: "Morgan Manager", role: "shop_manager" },
  { username: "customer", email: "customer@example.com", name: "Casey Customer", role: "customer" },
];

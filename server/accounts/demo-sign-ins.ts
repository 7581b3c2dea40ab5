import type { Role } from "#server/core/roles.ts";

/** The people of the demo data, whose sign-ins work for everybody on this machine. */
export interface DemoSignIn {
  username: string;
  email: string;
  name: string;
  role: Role;
}

/** Their common password. It is public: no sign-in accepts it where others reach the shop. */
export const DEMO_PASSWORD = "biochar-demo";

/** The prefix of the demo orders' payment ids. */
export const DEMO_PAYMENT = "pi_demo_";

export const demoSignIns: readonly DemoSignIn[] = [
  { username: "admin", email: "admin@example.com", name: "Ada Admin", role: "administrator" },
  { username: "manager", email: "manager@example.com", name: "Morgan Manager", role: "shop_manager" },
  { username: "customer", email: "customer@example.com", name: "Casey Customer", role: "customer" },
  { username: "packer", email: "packer@example.com", name: "Perry Packer", role: "packer" },
];

/** Whether an account is one of them: a demo account with a changed address keeps its username. */
export function isDemoSignIn({ username, email }: Pick<DemoSignIn, "username" | "email">): boolean {
  return demoSignIns.some(
    (demo) => demo.email === email.toLowerCase() || demo.username === username.toLowerCase(),
  );
}

import type { EntityManager } from "@mikro-orm/postgresql";
import { hash } from "@node-rs/argon2";
import { User } from "../entities/index.ts";

/** The password of the three demo sign-ins; they exist only where demo data was asked for. */
export const DEMO_PASSWORD = "biochar-demo";

/** Demo sign-ins, for trying the shop on one's own machine. */
export async function seedDemo(em: EntityManager): Promise<void> {
  if ((await em.count(User)) > 0) return;
  const passwordHash = await hash(DEMO_PASSWORD);
  const verified = { passwordHash, isVerified: true, hasResearchAccess: true };
  em.create(User, { ...verified, name: "Ada Admin", email: "admin@example.com", username: "admin", role: "administrator" });
  em.create(User, { ...verified, name: "Morgan Manager", email: "manager@example.com", username: "manager", role: "shop_manager" });
  em.create(User, {
    ...verified,
    name: "Casey Customer",
    email: "customer@example.com",
    username: "customer",
    role: "customer",
    address: "4 Orchard Row",
    city: "Hereford",
    postcode: "HR4 9AA",
    country: "United Kingdom",
  });
  await em.flush();
}

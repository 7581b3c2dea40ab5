/** The roles, weakest first. */
export const roles = ["customer", "shop_manager", "administrator"] as const;

export type Role = (typeof roles)[number];

const displayNames: Record<Role, string> = {
  customer: "Customer",
  shop_manager: "Shop Manager",
  administrator: "Administrator",
};

/** The name a person reads for a role; "Unknown" for anything else. */
export function roleDisplayName(role: string): string {
  return isRole(role) ? displayNames[role] : "Unknown";
}

export function isRole(value: string): value is Role {
  return (roles as readonly string[]).includes(value);
}

/** Staff are the roles that may enter the admin dashboard. */
export function isStaff(role: Role): boolean {
  return role === "shop_manager" || role === "administrator";
}

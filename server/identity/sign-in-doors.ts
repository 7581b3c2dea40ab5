/** The two sign-in screens: customers' /login by username, staff's /admin/login by email. */
export const signInDoors = ["customer", "staff"] as const;

export type SignInDoor = (typeof signInDoors)[number];

/** What a failed sign-in says at each door: the same for a wrong password and an unknown user (spec section 8). */
export const signInRefusals: Record<SignInDoor, { title: string; message: string }> = {
  customer: { title: "Login Failed", message: "Invalid credentials. Please try again." },
  staff: { title: "Login failed", message: "Invalid email or password" },
};

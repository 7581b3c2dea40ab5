import type { ProfileForm } from "./account.schema.ts";

/** What people may change about themselves, as it is stored: a choice may be none of those that are offered now. */
export type OwnProfile = Omit<ProfileForm, "customerType" | "preferredContactMethod"> & {
  customerType: string;
  preferredContactMethod: string | null;
};

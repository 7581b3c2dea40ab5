import type { CsvCell } from "#server/core/csv.ts";
import { penceToDecimal } from "#server/pricing/money.ts";
import type { StaffUserView } from "./staff-user-view.ts";

/** The columns of the users' CSV file: the field names of REST, money in pounds. */
export const userCsvColumns = [
  "id",
  "name",
  "email",
  "username",
  "phone",
  "address",
  "city",
  "postcode",
  "country",
  "role",
  "isVerified",
  "hasResearchAccess",
  "isActive",
  "companyName",
  "customerType",
  "customerSegment",
  "industry",
  "landSize",
  "cropTypes",
  "biocharApplications",
  "leadScore",
  "totalLifetimeValue",
  "orderCount",
  "acquisitionSource",
  "tags",
  "notes",
  "emailOptIn",
  "smsOptIn",
  "preferredContactMethod",
  "sustainabilityGoals",
  "carbomReductionTarget",
  "createdAt",
] as const satisfies readonly (keyof StaffUserView)[];

export function userCsvRow(user: StaffUserView): CsvCell[] {
  return userCsvColumns.map((name) =>
    name === "totalLifetimeValue" ? penceToDecimal(user.totalLifetimeValue) : user[name],
  );
}

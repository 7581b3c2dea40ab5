import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { RoleBadge, StatusBadges } from "./users-table.tsx";

const wordsOf = (html: string) => html.match(/[^<>]+(?=<\/span>)/g) ?? [];

it.each([
  ["customer", "Customer", "lake"],
  ["shop_manager", "Shop Manager", "moss"],
  ["administrator", "Administrator", "clay"],
  ["gardener", "Unknown", "sunken"],
])("the role %s is shown as %s, in its own colour", (role, name, colour) => {
  const html = renderToStaticMarkup(<RoleBadge role={role} />);
  expect(wordsOf(html)).toEqual([name]);
  expect(html).toContain(`bg-${colour}`);
});

it("a user's standing is told in these words", () => {
  const known = { isActive: true, isVerified: true, hasResearchAccess: true, twoFactor: false };
  expect(wordsOf(renderToStaticMarkup(<StatusBadges {...known} />))).toEqual([
    "Active",
    "Verified",
    "Research",
  ]);
  const customer = { isActive: false, isVerified: false, hasResearchAccess: false, twoFactor: false };
  expect(wordsOf(renderToStaticMarkup(<StatusBadges {...customer} />))).toEqual(["Suspended", "Unverified"]);
});

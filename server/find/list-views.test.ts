import { describe, expect, it } from "vitest";
import { viewAddress, viewCommands, viewIn } from "./list-views.ts";

describe("a view of a list", () => {
  it("is what narrows and sorts the list, not its page nor what is open over it", () => {
    const parameters = new URLSearchParams(
      "tab=orders&view=all&sort=oldest&after=7&order=3&search=a%26b&status=",
    );
    expect(viewIn("orders", parameters)).toBe("search=a%26b&sort=oldest");
    expect(viewIn("emails", parameters)).toBe("");
  });

  it("is shown where its list is", () => {
    expect(viewAddress("/admin", "orders", "status=pending")).toBe(
      "/admin?tab=orders&view=all&status=pending",
    );
    expect(viewAddress("/admin", "users", "role=packer")).toBe("/admin?tab=users&role=packer");
  });

  it("is refused without a name, and where nothing is asked for", () => {
    const parse = (view: Record<string, string>) =>
      viewCommands.save.input.safeParse({ list: "orders", name: "Mine", query: "status=pending", ...view });
    expect(parse({}).success).toBe(true);
    expect(parse({ name: " " }).success).toBe(false);
    expect(parse({ name: "x".repeat(61) }).success).toBe(false);
    expect(parse({ query: "order=3" }).success).toBe(false);
    expect(parse({ list: "nothing" }).success).toBe(false);
  });
});

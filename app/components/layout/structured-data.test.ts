import { expect, it } from "vitest";
import { inScript } from "./structured-data.tsx";

it("no text of a product or an article can end the script it stands in", () => {
  const thing = { name: "</script><script>alert(1)</script>", text: "<!-- & \u2028" };
  const json = inScript(thing);
  expect(json).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(json)).toEqual(thing);
});

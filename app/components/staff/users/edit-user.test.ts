import { expect, it } from "vitest";
import { userEditFormSchema } from "#server/customers/users.schema.ts";
import { editFields, editTabs } from "./edit-user.tsx";

it("the edit dialog shows every field of its schema, once", () => {
  const names = editTabs.flatMap((tab) => editFields[tab].map(({ name }) => name));
  expect(names.sort()).toEqual(Object.keys(userEditFormSchema.shape).sort());
});

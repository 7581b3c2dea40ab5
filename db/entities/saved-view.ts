import { defineEntity, p } from "@mikro-orm/core";
import { viewedLists } from "#server/find/list-views.ts";
import { User } from "./user.ts";

/** What somebody of the staff asks of a list again and again, under a name of their own: nobody else sees it. */
export const SavedViewSchema = defineEntity({
  name: "SavedView",
  tableName: "saved_view",
  uniques: [{ name: "saved_view_name_unique", properties: ["user", "list", "name"] }],
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule("cascade"),
    list: p.enum(viewedLists),
    name: p.string().length(60),
    /** The parameters of its address: filter, sort and columns. */
    query: p.string().length(1000),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class SavedView extends SavedViewSchema.class {}
SavedViewSchema.setClass(SavedView);

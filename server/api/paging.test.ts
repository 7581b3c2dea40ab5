import { describe, expect, it } from "vitest";
import { z } from "zod";
import { idParams, listReply, pagingFields } from "./endpoint.ts";

const paging = z.strictObject(pagingFields);

describe("the parameters of a list", () => {
  it("are one hundred rows from the beginning, where nothing is said", () => {
    expect(paging.parse({})).toEqual({ limit: 100 });
  });

  it.each([{ limit: "1" }, { limit: "200" }, { cursor: "1" }, { cursor: "2147483647" }])(
    "take %o",
    (asked) => {
      expect(paging.safeParse(asked).success).toBe(true);
    },
  );

  it.each([
    ...[{ limit: "0" }, { limit: "201" }, { limit: "2.5" }, { limit: "all" }],
    ...[{ cursor: "0" }, { cursor: "2147483648" }, { page: "2" }],
  ])("refuse %o", (asked) => {
    expect(paging.safeParse(asked).success).toBe(false);
  });

  it("name no id that the database could not hold", () => {
    const id = idParams("An order", 12);
    expect(id.parse({ id: "2147483647" })).toEqual({ id: 2_147_483_647 });
    for (const wrong of ["0", "-1", "1.5", "2147483648", "x"])
      expect(id.safeParse({ id: wrong }).success).toBe(false);
  });
});

describe("the answer with a list", () => {
  const request = new Request("https://shop.example/api/things?limit=2&search=ash");
  const replyTo = (ids: number[]) =>
    listReply(
      request,
      ids.map((id) => ({ id })),
      2,
      ({ id }) => id,
    );

  it.each([[[]], [[9]], [[9, 8]]])("of %o says that it is all", (ids) => {
    expect(replyTo(ids)).toEqual({ status: 200, body: ids, headers: { "X-List-Complete": "true" } });
  });

  it("that goes on says so, and links the page behind its last row with what was asked", () => {
    const headers = {
      "X-List-Complete": "false",
      Link: '</api/things?limit=2&search=ash&cursor=8>; rel="next"',
    };
    expect(replyTo([9, 8, 7])).toEqual({ status: 200, body: [9, 8], headers });
  });
});

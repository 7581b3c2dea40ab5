import { expect, it } from "vitest";
import { productExample } from "#server/api/shape-examples.ts";
import { expectInContract } from "./rest-contract.ts";

const PATH = "/api/products/premium-biochar";
const fitting = { "Content-Type": "application/json; charset=utf-8", ETag: '"a"' };

function check(status: number, body: unknown, headers: Record<string, string> = fitting, method = "GET") {
  return () => expectInContract(method, PATH, new Response(null, { status, headers }), body);
}

const refusal = { "Content-Type": fitting["Content-Type"] };

it("lets through what the document has", () => {
  expect(check(200, productExample)).not.toThrow();
  expect(check(304, null, { ETag: '"a"' })).not.toThrow();
  expect(check(404, { message: "Product not found", code: "not_found" }, refusal)).not.toThrow();
  const put = { message: "This address answers GET only.", code: "method_not_allowed" };
  expect(check(405, put, { ...refusal, Allow: "GET" }, "PUT")).not.toThrow();
});

it.each([
  ["a status", check(202, productExample), "answered 202"],
  ["a field", check(200, { ...productExample, secret: 1 }), 'Unrecognized key: "secret"'],
  ["a field of that type", check(200, { ...productExample, price: "24.99" }), "at price"],
  ["an answer without a field", check(200, { ...productExample, slug: undefined }), "at slug"],
  ["a list in the place of one", check(200, [productExample]), "expected object"],
  ["a header", check(200, productExample, { ...fitting, Link: '</a>; rel="next"' }), "with link"],
  ["an answer without its header", check(200, productExample, refusal), "answered 200"],
  ["content", check(200, productExample, { ...fitting, "Content-Type": "text/plain" }), "answered 200"],
  ["a body", check(304, productExample, { ETag: '"a"' }), "answered 304"],
  ["a refusal without a code", check(404, { message: "No" }, refusal), "at code"],
  ["a refusal of that shape", check(405, { error: "no" }, refusal, "PUT"), "at message"],
])("stops %s that the document does not have", (_what, response, why) => {
  expect(response).toThrow(why);
});

import { DomUtils, parseDocument } from "htmlparser2";
import { expect, it } from "vitest";
import { contract, contractOperations, parametersOf } from "#server/testing/rest-contract.ts";
import { loader } from "./api-docs.tsx";

async function readPage() {
  const request = new Request("http://127.0.0.1:3000/api/docs");
  const { html } = await loader({ request, params: {}, context: {} });
  return parseDocument(html);
}

const { findAll, getAttributeValue, getElementById, textContent } = DomUtils;

it("shows every operation of the document under an anchor, with its parameters, fields, refusals and a request", async () => {
  const page = await readPage();
  for (const { method, path, operation } of contractOperations) {
    const section = getElementById(operation.operationId, page);
    const text = section ? textContent(section) : "";
    expect(text, path).toContain(operation.summary);
    expect(text).toContain(`curl ${method === "GET" ? "" : `-X ${method} `}"$SHOP/`);
    for (const { name } of parametersOf(operation)) expect(text).toContain(name);
    const fields = operation.requestBody?.content["application/json"]?.schema.properties ?? {};
    for (const field of Object.keys(fields)) expect(text).toContain(field);
    for (const status of Object.keys(operation.responses)) expect(text).toContain(status);
  }
});

it("names nothing twice, and every link on it leads somewhere", async () => {
  const page = await readPage();
  const elements = findAll(() => true, page.children);
  const ids = elements.flatMap(({ attribs }) => attribs.id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  const links = elements.flatMap((element) => getAttributeValue(element, "href") ?? []);
  const targets = links.filter((href) => href.startsWith("#")).map((href) => href.slice(1));
  expect(ids).toEqual(expect.arrayContaining([...new Set(targets)]));
  for (const shape of Object.keys(contract.components.schemas)) expect(ids).toContain(`shape-${shape}`);
});

it("runs no script and fetches nothing from elsewhere", async () => {
  const loading = ["script", "link", "img", "iframe", "style", "object"];
  expect(findAll(({ name }) => loading.includes(name), (await readPage()).children)).toEqual([]);
});

import { expect, it } from "vitest";
import { loader } from "./not-found.tsx";

async function open(path: string): Promise<unknown> {
  const request = new Request(`http://shop.example${path}`);
  return Promise.resolve(loader({ request, params: {}, context: {} })).catch((thrown: unknown) => thrown);
}

it("leads an address with capitals to the page in small letters, and leaves codes as they are", async () => {
  const response = await open("/PRODUCTS/Premium-Biochar?fbclid=A");
  expect(response).toMatchObject({ status: 301 });
  expect((response as Response).headers.get("location")).toBe("/products/premium-biochar?fbclid=A");
  const pack = await open("/Products/Biochar-5KG");
  expect((pack as Response).headers.get("location")).toBe("/products/biochar-5kg");
  const order = await open("/Orders/INV-2000000001");
  expect((order as Response).headers.get("location")).toBe("/orders/INV-2000000001");
});

it("leads nobody in a circle by the capitals of what is escaped", async () => {
  for (const address of ["/blog/%3Cimg%3E", "/products/%EF%BB%BF", "/%EF%BB%BF"]) {
    expect(await open(address), address).toMatchObject({ init: { status: 404 } });
  }
  const mixed = await open("/Blog/%3CIMG%3E");
  expect((mixed as Response).headers.get("location")).toBe("/blog/%3Cimg%3E");
});

it("has nothing at an address that no page has", async () => {
  expect(await open("/nothing-here")).toMatchObject({ init: { status: 404 } });
});

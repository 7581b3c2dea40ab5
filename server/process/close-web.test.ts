import { createServer, type RequestListener, type Server } from "node:http";
import { expect, it } from "vitest";
import { drain } from "./close-web.server.ts";

async function serve(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
}

it("finishes what it began and takes nothing new", async () => {
  let finish = () => {};
  const { server, url } = await serve((_request, response) => {
    response.write("first ");
    finish = () => response.end("second");
  });
  const response = await fetch(url);
  const drained = drain(server, 15_000);
  await expect(fetch(url)).rejects.toThrow();
  finish();
  expect(await response.text()).toBe("first second");
  await drained;
});

it("cuts off what takes longer than the cap", async () => {
  const { server, url } = await serve((_request, response) => {
    response.write("for ever");
  });
  const response = await fetch(url);
  await Promise.all([expect(response.text()).rejects.toThrow(), drain(server, 100)]);
});

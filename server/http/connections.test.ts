import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished, vi } from "vitest";
import { limitConnections } from "./request-ceilings.ts";

async function serve(listener: RequestListener, most: number, mostOfAddress = most, trustProxy = false) {
  const server = createServer(listener);
  limitConnections(server, { most, mostOfAddress, trustProxy });
  // On all addresses: where there is IPv6, its socket names IPv4 clients in its own way.
  server.listen(0);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function open(port: number, sent = "", localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  if (sent) socket.write(sent);
  return socket;
}

const greeting: RequestListener = (_request, response) => response.end("hello");
const requestText = "GET / HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n";

it("closes one connection more than it keeps, and goes on with those that it has", async () => {
  const port = await serve(greeting, 2);
  const first = await open(port);
  await open(port);
  expect(await text(await open(port))).toBe("");
  first.write(requestText);
  expect(await text(first)).toMatch(/^HTTP\/1\.1 200 /);
  await vi.waitFor(async () => {
    expect(await text(await open(port, requestText))).toMatch(/^HTTP\/1\.1 200 /);
  });
});

it("leaves room for others beside an address that has many connections", async () => {
  const port = await serve(greeting, 10, 2);
  for (let idle = 0; idle < 2; idle += 1) await open(port);
  expect(await text(await open(port))).toBe("");
  expect(await text(await open(port, requestText, "127.0.0.9"))).toMatch(/^HTTP\/1\.1 200 /);
});

it("does not count by address behind a proxy, whose connections are all its own", async () => {
  const port = await serve(greeting, 10, 2, true);
  const first = await open(port);
  for (let idle = 0; idle < 6; idle += 1) await open(port);
  first.write(requestText);
  expect(await text(first)).toMatch(/^HTTP\/1\.1 200 /);
});

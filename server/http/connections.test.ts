import { EventEmitter, once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { limitConnections } from "./connections.ts";

async function serve(listener: RequestListener, most: number, mostOfAddress = most, trustProxy = false) {
  const server = createServer(listener);
  limitConnections(server, { most, mostOfAddress, trustProxy });
  server.listen(0, "127.0.0.1");
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
const unfinished = "POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 9\r\n\r\nhel";

it("lets people in while more connections are open than it keeps, by closing the one that is idle longest", async () => {
  const port = await serve(greeting, 3);
  const first = await open(port);
  const firstEnds = once(first, "close");
  for (let idle = 1; idle < 10; idle += 1) await open(port);
  expect(await text(await open(port, requestText))).toMatch(/^HTTP\/1\.1 200 /);
  await firstEnds;
});

it("tells who sends a request slowly that the shop is too full, and lets another in", async () => {
  const heard = new EventEmitter();
  const port = await serve((request, response) => {
    heard.emit("request");
    request.resume();
    request.once("end", () => response.end("hello"));
  }, 2);
  const openSlowly = async () => {
    const [socket] = await Promise.all([open(port, unfinished), once(heard, "request")]);
    return socket;
  };
  const slow = await openSlowly();
  const slower = await openSlowly();
  const received = text(slow);
  expect(await text(await open(port, requestText))).toMatch(/^HTTP\/1\.1 200 /);
  expect(await received).toMatch(
    /^HTTP\/1\.1 503 .*Retry-After: 5\r\n.*The shop has too many visitors at this moment\. Please try again in a moment\.$/s,
  );
  slower.write("low wo");
  expect((await once(slower, "data")).toString()).toMatch(/^HTTP\/1\.1 200 /);
});

it("never cuts off what it is working on", async () => {
  let respond = () => {};
  const port = await serve((request, response) => {
    if (request.url === "/slow") respond = () => response.end("done");
    else response.end("hello");
  }, 2);
  const working = await open(port, requestText.replace("GET /", "GET /slow"));
  const responseText = text(working);
  for (let idle = 0; idle < 5; idle += 1) await open(port);
  expect(await text(await open(port, requestText))).toMatch(/^HTTP\/1\.1 200 /);
  respond();
  expect(await responseText).toMatch(/^HTTP\/1\.1 200 .*done$/s);
});

it("takes the room of an address that has many connections from its own", async () => {
  const port = await serve(greeting, 10, 2);
  const elsewhere = await open(port, "", "127.0.0.9");
  for (let idle = 0; idle < 6; idle += 1) await open(port);
  elsewhere.write(requestText);
  expect(await text(elsewhere)).toMatch(/^HTTP\/1\.1 200 /);
});

it("does not count by address behind a proxy, whose connections are all its own", async () => {
  const port = await serve(greeting, 10, 2, true);
  const first = await open(port);
  for (let idle = 0; idle < 6; idle += 1) await open(port);
  first.write(requestText);
  expect(await text(first)).toMatch(/^HTTP\/1\.1 200 /);
});

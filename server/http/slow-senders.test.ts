import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import { aroundApplication } from "./web-server.ts";

let close = () => {};
afterEach(() => close());

const settings = { LOG_REQUESTS: false, PUBLIC_URL: undefined, HOST: "127.0.0.1", TRUST_PROXY: false };

it.each([
  ["headers", "POST /api/contact HTTP/1.1\r\nHost: shop.test\r\nX-Slow: "],
  [
    "a body of known length",
    "POST /api/contact HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 9\r\n\r\nhello",
  ],
  [
    "a body of unknown length",
    "POST /api/contact HTTP/1.1\r\nHost: shop.test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
  ],
])(
  "who never finishes %s is told 408 and hung up on, and the application hears nothing of it",
  async (_what, sent) => {
    let heard = 0;
    // As startWebServer sets them, only shorter.
    const limits = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 };
    const server = createServer(
      limits,
      aroundApplication((_request, response) => {
        heard += 1;
        response.end();
      }, settings),
    );
    close = () => server.closeAllConnections();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(sent);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    expect(heard).toBe(0);
    server.close();
  },
);

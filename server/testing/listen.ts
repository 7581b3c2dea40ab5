import { createServer, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";

/** Serves on a free loopback port until the test is over; returns the address without a trailing slash. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not a TCP server");
  return `http://127.0.0.1:${address.port}`;
}

import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/**
 * The yardstick: a bare `node:http` server that answers every request with the same bytes. Its arguments are the file
 * of the bytes and their headers as JSON; it sends its port to the parent process.
 */
const [, , bodyFile = "", headersJson = "{}"] = process.argv;
const body = readFileSync(bodyFile);
const headers: Record<string, string> = { ...JSON.parse(headersJson), "content-length": String(body.length) };

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") process.send?.({ port: address.port });
});
// Ends with the measuring process.
process.on("disconnect", () => process.exit());

import type { Writable } from "node:stream";

/** What a body is written to: an HTTP response, or what compression has made of it. */
type Receiver = Pick<Writable, "write" | "end" | "destroy" | "destroyed" | "on">;

/**
 * Writes a body no faster than the receiver takes it: what nobody has fetched yet stays unread at its source, so that
 * a large file for a slow reader costs a buffer and not the file's length. A reader who gives up ends the reading.
 * @throws what the body's source threw; the connection is then cut off, so that nobody takes a part for the whole.
 */
export async function writeBody(body: ReadableStream<Uint8Array>, receiver: Receiver): Promise<void> {
  const reader = body.getReader();
  let isGone = receiver.destroyed;
  let wake = () => {};
  // By `on` and once for all pieces: compression hands "drain" on through this method only, and never takes it back.
  receiver.on("drain", () => wake());
  receiver.on("close", () => {
    isGone = true;
    wake();
  });
  try {
    while (!isGone) {
      const { done, value } = await reader.read();
      if (done) {
        receiver.end();
        return;
      }
      const takesMore = isGone || receiver.write(value);
      if (!takesMore) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (isGone) resolve();
        });
      }
    }
    await reader.cancel();
  } catch (error) {
    receiver.destroy();
    throw error;
  }
}

import type { Writable } from "node:stream";

/** The target of a body: an HTTP response, or the compression in front of it. */
type Receiver = Pick<Writable, "write" | "end" | "destroy" | "destroyed" | "on">;

/**
 * Writes a body no faster than the receiver reads it: the rest stays unread at its source, so that a large file for a
 * slow client costs a buffer and not the file's length. A client that disconnects ends the reading.
 * @throws what the body's source threw; the connection is then closed, so that nobody takes a part for the whole.
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

import { createServer, type Server, Socket } from "node:net";
import { freePort } from "#db/embedded/free-port.ts";

/** A stretch of network before a server on this machine, which can be cut: nothing passes then, and nobody is told. */
export class Relay {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(port: number, target: number) {
    this.port = port;
    this.#server = createServer({ allowHalfOpen: true }, (near) => this.#join(near, target));
  }

  static async before(target: number): Promise<Relay> {
    const relay = new Relay(await freePort(), target);
    await new Promise<void>((resolve) => relay.#server.listen(relay.port, "127.0.0.1", resolve));
    return relay;
  }

  /** Connections stay open, and what is sent over them arrives nowhere. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Connections of before are gone, as they are for servers that gave them up in the meantime. */
  mend(): void {
    this.#isCut = false;
    this.#hangUp();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#hangUp();
    await closed;
  }

  #join(near: Socket, target: number): void {
    const far = new Socket({ allowHalfOpen: true });
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        if (!this.#isCut) for (const other of [near, far]) other.destroy();
      });
    }
    if (this.#isCut) return;
    far.connect(target, "127.0.0.1");
    near.pipe(far);
    far.pipe(near);
  }

  #hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
